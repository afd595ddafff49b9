"""Turn private dialogues into a corpus that may be published: the Python interface.

Everything named in `__all__` is promised (docs/python.md says what a breaking change is); whatever
else is importable below `antifaz` is ours, and may move. Importing it loads neither Django nor
numpy.
"""

from antifaz.cataloguing import describe
from antifaz.files import read, write
from antifaz.replacing import gather_lines, pseudonymise, pseudonymise_lines
from antifaz.tagging import tag, tag_lines, train
from antifaz.values import (
    Dialogue,
    ExtraNeeded,
    FormatError,
    Gathered,
    HeldBack,
    Issue,
    Refused,
    Replaced,
    Span,
    Turn,
)

__version__ = "0.1.0"

__all__ = [
    "Dialogue",
    "ExtraNeeded",
    "FormatError",
    "Gathered",
    "HeldBack",
    "Issue",
    "Refused",
    "Replaced",
    "Span",
    "Turn",
    "__version__",
    "describe",
    "gather_lines",
    "pseudonymise",
    "pseudonymise_lines",
    "read",
    "tag",
    "tag_lines",
    "train",
    "write",
]
