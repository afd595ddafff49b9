"""Whether a label's items are direct or quasi identifiers, by the kind of thing that they are.

Called where nobody chose: by `details` and the labels page's figures. The classes are those of TAB
[Pilan22]: direct says who it is alone, quasi together with other details.
"""

from annotation.evidence.remains.types import Identifiers
from surrogates.labels import NAMES, Kind, kind_of

DIRECT, QUASI, NONE = "direct", "quasi", "none"
_DIRECT = NAMES | {
    Kind.PHONE,
    Kind.ID,
    Kind.CARD,
    Kind.EMAIL,
    Kind.USER,
    Kind.URL,
    Kind.LETTER,  # of a name that is spelled
}


def identifier_of(label: str, chosen: Identifiers) -> str:
    """direct, quasi or none: what was chosen for the label, else what its kind of thing is."""
    return chosen.get(label) or (DIRECT if kind_of(label) in _DIRECT else QUASI)
