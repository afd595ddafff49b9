"""What is wrong with documents and XML before a reader looks; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

UNSURE = Fault(
    "content_type",
    N_("this looks like %(first)s or %(second)s, and is surely neither"),
    N_("the format, chosen by its name"),
    415,
)
DOCUMENT = Fault(
    "content_type",
    N_("this is %(kind)s"),
    N_("its text: open it, save it as plain text (UTF-8), a line “Speaker: what was said” a turn"),
    415,
)
SHEET = Fault(
    "content_type",
    N_("this is %(kind)s"),
    N_("its table: open it, and save it as XLSX or CSV (UTF-8)"),
    415,
)
PDF = Fault(
    "content_type",
    N_("this is %(kind)s"),
    N_(
        "its text: copy it into a file of plain text (UTF-8), a line “Speaker: what was said” a "
        "turn, and look whether lines stand in their order"
    ),
    415,
)
BROKEN_FILE = Fault("xml", N_("broken XML at column %(n)s (%(why)s)"), N_("a whole XML file"))
XML_CHARSET = Fault(
    "xml", N_("the XML declares an encoding that cannot be read"), N_("UTF-8 or ISO-8859-1")
)
XML_DEPTH = Fault("xml", N_("the XML is nested too deeply"), N_("at most %(most)s levels"))
EXTRA_NEEDED = Fault(
    "extra_needed",
    N_("%(kind)s cannot be read or written here: the package %(package)s is not installed"),
    N_("an installation with it (pip install 'antifaz[%(extra)s]'), or another format"),
    501,
)
