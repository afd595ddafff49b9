"""The details of a refused file in the reader's language. Called by `webapp.words.refused_files`.

The readers know no gettext: their messages are plain English with values in them. Each text below
is one such message; it both recognises a message, whose values are taken out of it, and translates
it. A message that is not here is shown in English.
"""

import re
from functools import cache

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812

# Where in a file: what stands before a colon, or is spoken of.
PLACES = (
    N_("turn %(turn)s"),
    N_("turn %(turn)s, span %(span)s"),
    N_("turn %(turn)s, label %(label)s"),
    N_("speaker"),
    N_("label"),
    N_("annotation"),
    N_("annotation, span %(span)s"),
    N_("a kept key"),
    N_("an utterance"),
    N_("the line"),
    N_("the dialogue"),
    N_("the scheme"),
    N_("a label"),
    N_("label %(label)s"),
)
KINDS = (
    N_("an object"),
    N_("a list"),
    N_("a string"),
    N_("a number"),
    N_("true or false"),
    N_("an integer"),
    N_("an integer of more than 19 digits"),
    N_("a number that is too large"),
    N_("an office document"),
    N_("a model"),
    N_("a pickle"),
    N_("a program"),
    N_("a PDF document"),
    N_("a Windows program"),
    N_("an old office document"),
    N_("an RTF document"),
    N_("a picture"),
    N_("a sound or video file"),
    N_("a sound file"),
    N_("a RAR archive"),
    N_("a 7z archive"),
    N_("an xz archive"),
    N_("a zstd archive"),
    N_("a database"),
    N_("XML or HTML"),
    N_("a Parquet file"),
    N_("an Arrow file"),
    N_("packed data, as spaCy's DocBin is"),
    N_("a Transcriber file (.trs)"),
    N_("an ELAN file (.eaf)"),
    N_("a TEI document"),
    N_("a CAS of UIMA or INCEpTION (XMI)"),
    N_("an i2b2 document (XML)"),
    N_("a TextGrid of Praat"),
    N_("a CHAT transcript (.cha)"),
    N_("WebVTT subtitles"),
    N_("SRT subtitles"),
    N_("a mailbox (mbox)"),
    N_("an e-mail (.eml)"),
    N_("a chat export of WhatsApp"),
    N_("CoNLL, a word a line"),
    N_("a CAS of UIMA or INCEpTION (JSON)"),
    N_("a table (CSV or TSV)"),
    # Names that are the same in every language.
    "WebAnno TSV",
    "Label Studio JSON",
    "TAB JSON",
    "Prodigy JSONL",
    "doccano JSONL",
)
# How another tool's texts can be brought in.
WAYS = (
    N_("its text as plain text (Speaker: what was said), without times"),
    N_("JSONL, with what its columns say as speaker and text"),
    N_("JSONL with a dialogue for each thread, or the text of a message as plain text"),
    N_("brat or JSONL made of it, with its labels as character offsets"),
)
# The more exact first: of two that fit a message, the first is taken.
MESSAGES = (
    N_("%(where)s has %(n)s characters"),
    N_("the dialogue has %(n)s turns"),
    N_("the text of this dialogue is in the project already, under another id"),
    N_("the text of this dialogue is in these files already, under another id"),
    N_("the dialogue has %(n)s words"),
    N_("%(start)s-%(end)s does not fit the text of %(n)s characters"),
    N_("spans %(first)s and %(second)s overlap"),
    N_("label is empty or begins or ends with a space"),
    N_("label is not in the scheme (did you mean %(name)s?)"),
    N_("label is not in the scheme"),
    N_("offsets count UTF-16 units"),
    N_(
        "text at %(start)s-%(end)s differs from the given surface; "
        "were the offsets made on another normalisation (NFC, NFD) or other line ends?"
    ),
    N_("start and end are not both integers (the text has %(n)s characters)"),
    N_("its word is not in the text of the turn"),
    N_("control character %(code)s at character %(n)s"),
    N_("control character in a string, column %(n)s"),
    N_("half of a surrogate pair at character %(n)s"),
    N_("the id is empty"),
    N_("this id stands twice in the file"),
    N_("a dialogue with this id is in the project already"),
    N_("this annotation id stands twice"),
    N_("not a line of brat standoff"),
    N_("annotation runs over the end of a line"),
    N_("the annotations on lines %(first)s and %(second)s overlap"),
    N_("the %(ending)s file that belongs to it is missing"),
    N_("the label map names a label that the project lacks"),
    N_("a line of the label map cannot be read"),
    N_("nothing says what was replaced at character %(n)s"),
    N_("this dialogue is not among the replaced ones"),
    N_("this dialogue is not among the originals"),
    N_("this id stands in two files"),
    N_("the replaced dialogue has %(first)s turns, the original %(second)s"),
    N_("no turn has a replaced text"),
    N_("the replaced text is not a version of the original"),
    N_('"%(name)s" is no text'),
    N_("%(where)s is missing"),
    N_("broken JSON at column %(n)s (%(why)s)"),
    N_("a key stands twice in an object"),
    N_("%(what)s in JSON"),
    N_("JSON is nested too deeply"),
    N_("%(name)s is not a language code"),
    N_("%(name)s is no number"),
    N_("%(name)s is no integer"),
    N_("not UTF-8 at byte %(n)s; looks like %(name)s: give the encoding and import again"),
    N_(
        "not UTF-8 at byte %(n)s; "
        "the last character is cut short, as in a file that was not copied whole"
    ),
    N_("not %(name)s at byte %(n)s"),
    N_("unknown encoding"),
    N_("unknown format"),
    N_("no dialogues found"),
    N_("the line is too long"),
    N_("the file is too large"),
    N_("cannot be read (%(why)s)"),
    N_("the compressed file is damaged"),
    N_("the archive is encrypted"),
    N_("the archive uses an unusual compression"),
    N_("the archive holds another archive"),
    N_("the archive holds %(n)s entries"),
    N_("the archive holds an entry that may not be unpacked (%(name)s)"),
    N_("the archive unpacks to too much"),
    N_("the archive unpacks to too many times its size"),
    N_("label %(first)s has the name of label %(second)s"),
    N_("label %(first)s has the key of label %(second)s"),
    N_("its group is not in the file"),
    N_("its groups go round in a circle"),
    N_("%(name)s cannot be used"),
    N_("unknown %(name)s"),
    N_("%(where)s holds a character that does not show"),
    N_("%(where)s has a key that we do not know"),
    N_("%(name)s is no short name"),
    N_("the file has %(n)s labels"),
    N_("no label has a key: they are all groups"),
    N_("a label stands twice in the file"),
    N_("a label has no %(name)s of its own"),
    N_("the XML has a DOCTYPE"),
    N_("broken XML at column %(n)s (%(why)s)"),
    N_("this is %(kind)s"),
    N_("this looks like %(kind)s"),
    N_("line end at character %(n)s"),
    N_("%(where)s is %(kind)s"),
    N_("%(where)s is not that"),
)
EXPECTED = (
    N_("one of %(names)s"),
    N_('"THEIRS = LABEL", each label once; "-" leaves one out, "*" is every other'),
    N_("the same dialogues, by id, in both"),
    N_("the same turns in both"),
    N_("the same turns in the same order, with items replaced and the rest as it was"),
    N_('turns with "text" and "replaced", or a second file with the replaced dialogues'),
    N_(
        "a placeholder that names it, labels in the file with the replaced texts, "
        'or "* = LABEL" in the label map'
    ),
    N_("a text"),
    N_("at most %(n)s"),
    N_("at most %(n)s turns a dialogue"),
    N_("dialogues that are not there, or another choice for duplicates"),
    N_("at most %(n)s words a dialogue"),
    N_("at most %(n)s levels"),
    N_("at most %(n)s files"),
    N_("at most %(n)s MB a file"),
    N_("at most %(n)s MiB"),
    N_("at most %(n)s MiB unpacked"),
    N_("at most %(n)s times its packed size"),
    N_("0 <= start < end <= length, in code points, end exclusive"),
    N_("integers, in code points, end exclusive"),
    N_("spans that do not overlap"),
    N_("annotations that do not overlap"),
    N_("an annotation inside one line"),
    N_("T1<TAB>LABEL START END<TAB>TEXT, each id once"),
    N_("a label of the scheme"),
    N_("a name on one line"),
    N_("labels whose words stand in the filtered text, in order"),
    N_("offsets in code points"),
    N_("offsets in code points of this very text"),
    N_("whole Unicode characters"),
    N_("text without control characters (TAB and line ends are allowed)"),
    N_("\\u escapes"),
    N_("an ordinary finite number"),
    N_("each key once"),
    N_("a code such as es or en"),
    N_('"id" with a name'),
    N_("a different id for every dialogue"),
    N_("ids that the project does not have"),
    N_('an object with "file-id" and "turns"'),
    N_("a JSON object, one dialogue a line"),
    N_("one JSON object a line"),
    N_("at least one dialogue"),
    N_("JSONL, ES-Port JSON, brat or plain text"),
    N_("%(way)s; if it is plain text after all, choose that as the format"),
    N_("NAME.txt and NAME.ann together, for example in a zip"),
    N_("text in %(name)s"),
    N_("a file"),
    N_("plain files"),
    N_("plain files, each name once, all inside the archive"),
    N_("a whole archive"),
    N_("an archive without a password"),
    N_("stored or deflated files"),
    N_("each name once"),
    N_("a label's name"),
    N_("a way to a top"),
    N_("one capital letter, digit or sign that means nothing else, or nothing for a group"),
    N_("one line of plain text"),
    N_("1 to 40 of a-z, 0-9 and the hyphen"),
    N_("%(first)s to %(second)s labels"),
    N_("a label that people can use"),
    N_("labels that stand in the file"),
    N_("XML without a DOCTYPE"),
    N_("a Label Studio configuration"),
)
ALL = (*PLACES, *KINDS, *WAYS, *EXPECTED, *MESSAGES)
SAME = ("JSON", "UTF-8", "id")  # the same in every language
VALUE = re.compile(r"%\\\((\w+)\\\)s")  # in a text that re.escape has seen
NUMBERS = ("n", "turn", "span", "label", "start", "end", "first", "second")


def translate_detail(text: str) -> str:
    """A message of a reader, or what it expected, in the current language."""
    place, colon, rest = text.partition(": ")
    if colon and (place in SAME or place.startswith('"') or _found(place, PLACES)):
        return f"{translate_detail(place)}: {translate_detail(rest)}"
    found = _found(text)
    if found is None:
        return text
    message, values = found
    words = {
        name: translate_detail(value) if name in ("where", "kind", "what", "way") else value
        for name, value in values.items()
    }
    return gettext(message) % words if words else gettext(message)


def _found(text: str, among: tuple[str, ...] = ALL) -> tuple[str, dict[str, str]] | None:
    for message in among:
        if match := _pattern(message).fullmatch(text):
            return message, match.groupdict()
    return None


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """A text with groups for its values: digits, a known place or kind, else anything."""

    def group(value: re.Match[str]) -> str:
        return f"(?P<{value[1]}>{_shape(value[1])})"

    return re.compile(VALUE.sub(group, re.escape(message)))


def _shape(name: str) -> str:
    if name in NUMBERS:
        return "-?[0-9]+"
    if name == "kind":
        return "|".join(map(re.escape, KINDS))
    if name == "way":
        return "|".join(map(re.escape, WAYS))
    if name == "where":
        places = (VALUE.sub("[0-9]+", re.escape(place)) for place in PLACES)
        return "|".join(('"[^"]+"', *SAME, *places))
    return ".+"
