"""What can be wrong with documents of benchmarks and platforms; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

NO_I2B2 = Fault("xml", N_("this is no i2b2 document"), N_("deIdi2b2 with TEXT and TAGS"))
NO_PHILTER = Fault(
    "xml",
    N_("this is no XML of Philter"),
    N_("Philter with TEXT and TAGS, whole as it was written"),
)
PHILTER_TAG = Fault(
    "xml",
    N_("not a finding of Philter"),
    N_("a tag with id, start, end, text, TYPE and comment, as Philter writes it"),
)
NO_WEBANNO = Fault(
    "webanno", N_("the file does not begin as WebAnno TSV 3"), "#FORMAT=WebAnno TSV 3.3"
)
WEBANNO_LINE = Fault(
    "webanno",
    N_("not a line of WebAnno TSV"),
    N_("#Text= before each sentence, then a token a line: 1-1, its offsets, the word, the columns"),
)
WEBANNO_TOKEN = Fault(
    "webanno",
    N_("the token does not stand at its offsets in the sentence"),
    N_("offsets in UTF-16 units, as WebAnno writes them"),
)
NO_CAS = Fault("cas", N_("no text is in the CAS"), N_("a Sofa with a sofaString"))
CAS_OFFSETS = Fault("cas", N_("begin and end are not both integers"), N_("UTF-16 units"))
