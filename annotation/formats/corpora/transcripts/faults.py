"""What can be wrong with a transcript with times; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

NO_WEBVTT = Fault("subtitles", N_("the file does not begin with WEBVTT"), N_("WebVTT subtitles"))
NO_CUE = Fault(
    "subtitles",
    N_("not the beginning of a subtitle"),
    N_("00:00:01.000 --> 00:00:02.500 on a line, the text below it, and then an empty line"),
)
CUE_TIMES = Fault(
    "subtitles", N_("the subtitle ends before it begins"), N_("a start, then a later end")
)
OPEN_TAG = Fault(
    "subtitles", N_("a tag in the subtitle does not close"), N_("<v Name>, as it is in WebVTT")
)
BROKEN_XML = Fault(
    "xml", N_("broken XML at column %(n)s (%(why)s)"), N_("a whole Transcriber file")
)
XML_ENCODING = Fault(
    "xml", N_("the XML declares an encoding that cannot be read"), N_("UTF-8 or ISO-8859-1")
)
XML_ENTITY = Fault(
    "xml",
    N_("the XML has entities of its own, and is not opened"),
    N_("a Transcriber file, in which there are none"),
)
NO_TRANSCRIBER = Fault(
    "xml", N_("an element that does not belong here"), N_("what trans-14.dtd allows")
)
BAD_ATTRIBUTE = Fault(
    "xml", N_("the attribute %(name)s is missing or cannot be used"), "%(wanted)s"
)
LONELY_ENTITY = Fault(
    "xml",
    N_("an entity begins or ends alone in the turn"),
    N_("events of the type entities in pairs, begin and end, in one turn"),
)
SECONDS = N_("a time in seconds")
PLACE_OF_SPEAKER = N_("the place of a speaker of this turn, counted from 1")
NAME = N_("a name")
NO_TEXTGRID = Fault(
    "textgrid",
    N_("not what a TextGrid has here, or a quote that does not close"),
    N_("a TextGrid as Praat saves it, whole"),
)
NO_ELAN = Fault("xml", N_("this is no ELAN file"), N_("ANNOTATION_DOCUMENT with tiers"))
NO_TEI = Fault("xml", N_("no utterance is in the file"), N_("TEI with an element u for each turn"))
