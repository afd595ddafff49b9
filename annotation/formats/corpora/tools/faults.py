"""What can be wrong with a file of another tool: the sentences that only these readers say."""

from annotation.formats.errors import Fault, Phrase
from annotation.translatable import N_

A_TRIPLE = Phrase(N_("a list of start, end and label"))

ONLY_LINE_ENDS = Fault(
    "span_range",
    N_("%(where)s covers line ends only"),
    N_("spans that hold a word"),
    422,
)
DOUBTFUL_UNIT = Fault(
    "offset_unit",
    N_("offsets do not fit the words after an emoji; they seem to count code points"),
    N_('UTF-16 units, as doccano counts; or "offsets": "code points" in the line'),
)
SEVERAL_LABELS = Fault(
    "span_overlap",
    N_("%(where)s has %(n)s labels"),
    N_("one label a stretch of text"),
    422,
)
NOT_ON_TEXT = Fault(
    "wrong_type",
    N_("%(where)s marks HTML or paragraphs"),
    N_("labels on a text, of the type labels"),
)
SEVERAL_TEXTS = Fault(
    "wrong_type",
    N_("the labels stand on several texts of one task"),
    N_("tasks with one text"),
)

COLUMNS = Fault(
    "conll_line",
    N_("the line has %(n)s columns"),
    N_("%(most)s, as in the first line: the word first, the tag last"),
)
NO_TAG = Fault(
    "conll_line",
    N_("the last column is no tag"),
    N_("O, or B-, I-, E-, S- and a label"),
)
INSIDE = Fault(
    "conll_line",
    N_("a tag goes on with an item that nothing began"),
    N_("B- of the same label before it, as elsewhere in the file"),
)
UNCLOSED = Fault(
    "conll_line",
    N_("the item before it has no end"),
    N_("E- at its last word, as elsewhere in the file"),
)
