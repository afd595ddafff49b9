"""What can be wrong with the output of another tool; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault, Field, FormatError, Phrase, Where, shown_name
from annotation.translatable import N_


def document(number: int) -> Phrase:
    return Phrase(N_("text %(number)s"), {"number": number})


def finding(index: int) -> Phrase:
    return Phrase(N_("finding %(index)s"), {"index": index})


def at(
    fault: Fault,
    file: str,
    line: int,
    number: int,
    index: int | None = None,
    *,
    name: str = "",
    **fields: Field,
) -> FormatError:
    """The fault of a text of a file (from 1 on), or of one of its findings (from 0 on); name: the
    id of its dialogue, told where it has no blank: in its place may stand what was said."""
    where: Where = (document(number),)
    if name and not any(map(str.isspace, name)):
        where = (*where, f'"{shown_name(name)}"')
    if index is not None:
        where = (*where, finding(index))
    return FormatError(fault, file=file, line=line or None, where=where, **fields)


NO_OUTPUT = Fault(
    "findings",
    N_("this is no output of a tool that we know"),
    N_(
        "findings with a start, an end and a type, beside the id or the text of their dialogue; "
        "docs/formats.md shows each tool's"
    ),
)
NO_NAME = Fault(
    "findings_unnamed",
    N_("nothing says which dialogue these findings are of"),
    N_('beside each list its "id" or its "text", or a file for each dialogue named after it'),
)
NO_DIALOGUE = Fault(
    "findings_dialogue",
    N_("no dialogue of the project has this id or this text"),
    N_("ids or texts of dialogues that are in the project"),
    422,
)
NO_TURN = Fault(
    "findings_dialogue",
    N_("the dialogue has no such turn"),
    N_("a turn from 1 to %(n)s"),
    422,
)
OTHER_TEXT = Fault(
    "findings_text",
    N_("its text is not that of the dialogue"),
    N_("the turns of the dialogue in their order, a line each, as they are here"),
    422,
)
NO_OFFSETS = Fault(
    "span_range",
    N_("start and end are not both integers"),
    N_("whole numbers; characters are counted from 0, and the end is the first one after"),
    422,
)
NO_TYPE = Fault("findings", N_("it has no type"), N_("a type, as the tool names it"))
OTHER_WORDS = Fault(
    "surface_mismatch",
    N_("other words stand at %(start)s-%(end)s in the dialogue, in code points and UTF-16 units"),
    N_("offsets in the text of this very dialogue"),
    422,
)
CUTS_WORDS = Fault(
    "surface_mismatch",
    N_("%(start)s-%(end)s cuts a word of the dialogue, and so do most of its findings"),
    N_("offsets in the text of this very dialogue: its turns, a line each"),
    422,
)
AMBIGUOUS = Fault(
    "findings_ambiguous",
    N_("what was replaced in turn %(turn)s can be read in more than one way"),
    N_("the offsets of the tool in the original text"),
    422,
)
UNKNOWN_TYPES = Fault(
    "unknown_label",
    N_("the project has no label for: %(names)s"),
    N_('a label map with lines "THEIRS = LABEL"; "-" leaves one out, "* = -" every other'),
    422,
)
