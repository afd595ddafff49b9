"""What can be wrong with a file: the one table of the sentences that readers and writers say.

Each text is a template whose values a `FormatError` brings. The web layer translates it by gettext;
commands and the API print it in English.
"""

from annotation.formats.errors import Fault, Phrase
from annotation.translatable import N_

# Where in a file.
SPEAKER = Phrase(N_("speaker"))
LABEL = Phrase(N_("label"))
ANNOTATION = Phrase(N_("annotation"))
KEPT_KEY = Phrase(N_("a kept key"))
UTTERANCE = Phrase(N_("an utterance"))
UTTERANCES = Phrase(N_("the utterances of a speaker"))
LINE = Phrase(N_("the line"))
DIALOGUE = Phrase(N_("the dialogue"))
SCHEME = Phrase(N_("the scheme"))
SOME_LABEL = Phrase(N_("a label"))


def turn(number: int) -> Phrase:
    return Phrase(N_("turn %(turn)s"), {"turn": number})


def label(number: int) -> Phrase:
    return Phrase(N_("label %(label)s"), {"label": number})


def span_of(place: Phrase, index: int) -> Phrase:
    return Phrase(N_("%(place)s, span %(span)s"), {"place": place, "span": index})


def label_of(place: Phrase, index: int) -> Phrase:
    return Phrase(N_("%(place)s, label %(label)s"), {"place": place, "label": index})


# What a value is, or should be.
AN_OBJECT = Phrase(N_("an object"))
A_LIST = Phrase(N_("a list"))
A_STRING = Phrase(N_("a string"))
A_NUMBER = Phrase(N_("a number"))
A_TRUTH_VALUE = Phrase(N_("true or false"))
LONG_INTEGER = Phrase(N_("an integer of more than 19 digits"))
LARGE_NUMBER = Phrase(N_("a number that is too large"))
LINE_OBJECT = Phrase(N_("a JSON object, one dialogue a line"))
ESPORT_OBJECT = Phrase(N_('an object with "file-id" and "turns"'))

# Files.
EMPTY = Fault("empty_file", N_("no dialogues found"), N_("at least one dialogue"))
EMPTY_JSONL = Fault("empty_file", N_("no dialogues found"), N_("one JSON object a line"))
UNREADABLE = Fault("unreadable", N_("cannot be read (%(why)s)"), N_("a file"))
FILE_TOO_LARGE = Fault(
    "file_too_large", N_("the file is too large"), N_("at most %(most)s MB a file"), 413
)
FILE_TOO_LARGE_AT_ONCE = Fault(
    "file_too_large",
    N_("the file is too large to be read at once"),
    N_("at most %(most)s MiB a file in this format: several files, as in a zip"),
    413,
)
LINE_TOO_LONG = Fault("line_too_long", N_("the line is too long"), N_("at most %(most)s MiB"), 413)
UNKNOWN_FORMAT = Fault("unknown_format", N_("unknown format"), N_("one of %(names)s"))
ONLY_READ = Fault(
    "unknown_format", N_("this format is only read, not written"), N_("one of %(names)s")
)
NO_CORPUS = Fault(
    "content_type",
    N_("this is %(kind)s"),
    N_(
        "JSONL, brat, tables, subtitles, transcripts, mails, chats, files of other labelling tools "
        "and recognisers, or plain text"
    ),
    415,
)
FOREIGN_FORMAT = Fault(
    "content_type",
    N_("this looks like %(kind)s"),
    N_("%(way)s; if it is plain text after all, choose that as the format"),
    415,
)
MANY_DIALOGUES = Fault(
    "many_dialogues", N_("%(n)s files do not fit one"), N_("a name ending in .zip, or a folder")
)

# Archives.
ARCHIVE_DAMAGED = Fault(
    "archive_damaged", N_("the compressed file is damaged"), N_("a whole archive")
)
ARCHIVE_COMPRESSION = Fault(
    "archive_damaged", N_("the archive uses an unusual compression"), N_("stored or deflated files")
)
ARCHIVE_ENCRYPTED = Fault(
    "archive_encrypted", N_("the archive is encrypted"), N_("an archive without a password")
)
ARCHIVE_PATH = Fault(
    "archive_path",
    N_("the archive holds an entry that may not be unpacked (%(name)s)"),
    N_("plain files, each name once, all inside the archive"),
)
ARCHIVE_TOTAL = Fault(
    "archive_ratio", N_("the archive unpacks to too much"), N_("at most %(most)s MiB unpacked"), 413
)
ARCHIVE_RATIO = Fault(
    "archive_ratio",
    N_("the archive unpacks to too many times its size"),
    N_("at most %(most)s times its packed size"),
    413,
)
ARCHIVE_ENTRIES = Fault(
    "archive_ratio", N_("the archive holds %(n)s entries"), N_("at most %(most)s files"), 413
)
ARCHIVE_IN_ARCHIVE = Fault(
    "archive_ratio", N_("the archive holds another archive"), N_("plain files"), 413
)

# Characters.
UNKNOWN_ENCODING = Fault("encoding", N_("unknown encoding"), N_("one of %(names)s"))
NOT_UTF8 = Fault(
    "encoding",
    N_("not UTF-8 at byte %(n)s; looks like %(name)s: give the encoding and import again"),
    "UTF-8",
)
NOT_UTF8_CUT = Fault(
    "encoding",
    N_(
        "not UTF-8 at byte %(n)s; "
        "the last character is cut short, as in a file that was not copied whole"
    ),
    "UTF-8",
)
NOT_IN_ENCODING = Fault("encoding", N_("not %(name)s at byte %(n)s"), N_("text in %(name)s"))
CONTROL_CHARACTER = Fault(
    "control_char",
    N_("control character %(code)s at character %(n)s"),
    N_("text without control characters (TAB and line ends are allowed)"),
)
CONTROL_IN_STRING = Fault(
    "control_char", N_("control character in a string, column %(n)s"), N_("\\u escapes")
)
LINE_END = Fault("control_char", N_("line end at character %(n)s"), N_("a name on one line"))
BROKEN_CHARACTER = Fault(
    "bad_unicode", N_("half of a surrogate pair at character %(n)s"), N_("whole Unicode characters")
)

# JSON.
BROKEN_JSON = Fault("json", N_("broken JSON at column %(n)s (%(why)s)"), "JSON")
KEY_TWICE = Fault("json_duplicate_key", N_("a key stands twice in an object"), N_("each key once"))
BAD_NUMBER = Fault("json_number", N_("%(what)s in JSON"), N_("an ordinary finite number"))
JSON_DEPTH = Fault("json_depth", N_("JSON is nested too deeply"), N_("at most %(most)s levels"))
MISSING_KEY = Fault("missing_key", N_("%(where)s is missing"), "%(wanted)s")
WRONG_TYPE = Fault("wrong_type", N_("%(where)s is %(kind)s"), "%(wanted)s")
NO_LANGUAGE = Fault(
    "wrong_type", N_("%(where)s is not a language code"), N_("a code such as es or en")
)
NO_NUMBER = Fault("wrong_type", N_("%(where)s is no number"), N_("a number"))
NO_INTEGER = Fault("wrong_type", N_("%(where)s is no integer"), N_("an integer"))
NO_TEXT = Fault("wrong_type", N_('"%(name)s" is no text'), N_("a text"))

# Dialogues and turns.
ID_EMPTY = Fault("missing_key", N_("the id is empty"), N_('"id" with a name'))
ID_TWICE = Fault(
    "duplicate_id",
    N_("this id stands twice in the file"),
    N_("a different id for every dialogue"),
    409,
)
ID_TAKEN = Fault(
    "duplicate_id",
    N_("a dialogue with this id is in the project already"),
    N_("ids that the project does not have"),
    409,
)
DIALOGUE_TAKEN = Fault(
    "duplicate_id",
    N_("this dialogue is in the project already, with this id and this text"),
    N_("dialogues that are not there"),
    409,
)
TEXT_IN_PROJECT = Fault(
    "duplicate_text",
    N_("the text of this dialogue is in the project already, under another id"),
    N_("dialogues that are not there, or another choice for duplicates"),
    409,
)
TEXT_IN_FILES = Fault(
    "duplicate_text",
    N_("the text of this dialogue is in these files already, under another id"),
    N_("dialogues that are not there, or another choice for duplicates"),
    409,
)
TOO_MANY_TURNS = Fault(
    "too_many_turns",
    N_("the dialogue has %(n)s turns"),
    N_("at most %(most)s turns a dialogue"),
    413,
)
TOO_MANY_WORDS = Fault(
    "too_many_words",
    N_("the dialogue has %(n)s words"),
    N_("at most %(most)s words a dialogue"),
    413,
)
TURN_TOO_LONG = Fault(
    "turn_too_long", N_("%(where)s has %(n)s characters"), N_("at most %(most)s"), 413
)
NAME_TOO_LONG = Fault("name_too_long", N_("%(where)s has %(n)s characters"), N_("at most %(most)s"))

# Spans.
SPAN_RANGE = Fault(
    "span_range",
    N_("%(start)s-%(end)s does not fit the text of %(n)s characters"),
    N_(
        "a start before the end, both inside the text; "
        "characters are counted from 0, and the end is the first one after"
    ),
    422,
)
SPAN_NO_INTEGERS = Fault(
    "span_range",
    N_("start and end are not both integers (the text has %(n)s characters)"),
    N_("whole numbers; characters are counted from 0, and the end is the first one after"),
    422,
)
SPAN_OVERLAP = Fault(
    "span_overlap",
    N_("spans %(first)s and %(second)s overlap"),
    N_("spans that do not overlap"),
    422,
)
LABEL_EDGES = Fault(
    "unknown_label",
    N_("label is empty or begins or ends with a space"),
    N_("a label of the scheme"),
    422,
)
UNKNOWN_LABEL = Fault(
    "unknown_label", N_("label is not in the scheme"), N_("one of %(names)s"), 422
)
MISSPELT_LABEL = Fault(
    "unknown_label",
    N_("label is not in the scheme (did you mean %(name)s?)"),
    N_("one of %(names)s"),
    422,
)
OFFSET_UNIT = Fault("offset_unit", N_("offsets count UTF-16 units"), N_("offsets in code points"))
SURFACE_MISMATCH = Fault(
    "surface_mismatch",
    N_(
        "text at %(start)s-%(end)s differs from the given surface; "
        "were the offsets made on another normalisation (NFC, NFD) or other line ends?"
    ),
    N_("offsets in code points of this very text"),
)
WORD_MISMATCH = Fault(
    "surface_mismatch",
    N_("its word is not in the text of the turn"),
    N_("labels whose words stand in the filtered text, in order"),
)

# brat.
MISSING_PAIR = Fault(
    "missing_pair",
    N_("the %(ending)s file that belongs to it is missing"),
    N_("NAME.txt and NAME.ann together, for example in a zip"),
)
NO_STANDOFF = Fault(
    "brat_line",
    N_("not a line of brat standoff"),
    N_("T1<TAB>LABEL START END<TAB>TEXT, each id once"),
)
ANNOTATION_TWICE = Fault(
    "brat_line",
    N_("this annotation id stands twice"),
    N_("T1<TAB>LABEL START END<TAB>TEXT, each id once"),
)
ANNOTATION_OVER_LINES = Fault(
    "span_range",
    N_("annotation runs over the end of a line"),
    N_("an annotation inside one line"),
    422,
)
ANNOTATION_OVERLAP = Fault(
    "span_overlap",
    N_("the annotations on lines %(first)s and %(second)s overlap"),
    N_("annotations that do not overlap"),
    422,
)

# The work of other tools.
MAP_LINE = Fault(
    "label_map",
    N_("a line of the label map cannot be read"),
    N_('"THEIRS = LABEL", each label once; "-" leaves one out, "*" is every other'),
)
MAP_LABEL = Fault(
    "label_map",
    N_("the label map names a label that the project lacks"),
    N_('"THEIRS = LABEL", each label once; "-" leaves one out, "*" is every other'),
)
UNNAMED_REPLACEMENT = Fault(
    "unnamed_replacement",
    N_("nothing says what was replaced at character %(n)s"),
    N_(
        "a placeholder that names it, labels in the file with the replaced texts, "
        'or "* = LABEL" in the label map'
    ),
    422,
)
NOT_REPLACED = Fault(
    "replaced_missing",
    N_("this dialogue is not among the replaced ones"),
    N_("the same dialogues, by id, in both"),
)
NO_ORIGINAL = Fault(
    "replaced_missing",
    N_("this dialogue is not among the originals"),
    N_("the same dialogues, by id, in both"),
)
ID_IN_TWO_FILES = Fault(
    "duplicate_id", N_("this id stands in two files"), N_("the same dialogues, by id, in both")
)
NOTHING_REPLACED = Fault(
    "replaced_missing",
    N_("no turn has a replaced text"),
    N_('turns with "text" and "replaced", or a second file with the replaced dialogues'),
)
REPLACED_TURNS = Fault(
    "replaced_turns",
    N_("the replaced dialogue has %(first)s turns, the original %(second)s"),
    N_("the same turns in both"),
)
OTHER_TEXT = Fault(
    "replaced_other_text",
    N_("the replaced text is not a version of the original"),
    N_("the same turns in the same order, with items replaced and the rest as it was"),
    422,
)

# Predictions beside a gold file.
MISSING_DIALOGUE = Fault(
    "missing_dialogue",
    N_("the dialogue of line %(n)s of the gold file is missing"),
    N_("the same dialogues, by id"),
)
TEXT_MISMATCH = Fault(
    "text_mismatch",
    N_("the turns differ from those of the gold file"),
    N_("the same texts in the same order"),
)

# Label schemes.
LABEL_COUNT = Fault(
    "label_count", N_("the file has %(n)s labels"), N_("%(first)s to %(second)s labels")
)
CORPUS_LABEL_COUNT = LABEL_COUNT._replace(status=422)
ALL_GROUPS = Fault(
    "label_count", N_("no label has a key: they are all groups"), N_("a label that people can use")
)
LABEL_TWICE = Fault("label_twice", N_("a label stands twice in the file"), N_("each name once"))
SAME_NAME = Fault(
    "label_twice", N_("label %(first)s has the name of label %(second)s"), N_("each name once")
)
SAME_KEY = Fault(
    "label_key", N_("label %(first)s has the key of label %(second)s"), N_("each key once")
)
BAD_KEY = Fault(
    "label_key",
    N_("%(where)s cannot be used"),
    N_(
        "one capital letter, digit or sign that means nothing else, a sign and a letter as in -A, "
        "or nothing for a group"
    ),
)
NO_PARENT = Fault("label_parent", N_("its group is not in the file"), N_("a label's name"))
PARENT_CIRCLE = Fault("label_parent", N_("its groups go round in a circle"), N_("a way to a top"))
UNKNOWN_FAMILY = Fault("label_family", N_("unknown %(where)s"), N_("one of %(names)s"))
HIDDEN_CHARACTER = Fault(
    "label_name", N_("%(where)s holds a character that does not show"), N_("one line of plain text")
)
UNKNOWN_KEY = Fault(
    "unknown_key", N_("%(where)s has a key that we do not know"), N_("one of %(names)s")
)
SCHEME_NAME = Fault(
    "scheme_name", N_("%(where)s is no short name"), N_("1 to 40 of a-z, 0-9 and the hyphen")
)
DOCTYPE = Fault("xml", N_("the XML has a DOCTYPE"), N_("XML without a DOCTYPE"))
NO_OWN_VALUE = Fault(
    "xml", N_("a label has no %(name)s of its own"), N_("labels that stand in the file")
)
BROKEN_XML = Fault(
    "xml", N_("broken XML at column %(n)s (%(why)s)"), N_("a Label Studio configuration")
)
