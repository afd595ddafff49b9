"""What goes in and comes out of the functions of `antifaz`, and what they raise."""

from dataclasses import dataclass
from importlib.util import find_spec

from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue as Dialogue
from annotation.formats.types import SpanValue as Span
from annotation.formats.types import TurnValue as Turn
from annotation.refusals import Refused
from annotation.services.standalone.replacing import Gathered
from surrogates.errors import HeldBack

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
    "need",
]


class ExtraNeeded(ImportError):
    """What was called needs packages that are not installed; the message says which extra has them.

    `extra` is its name.
    """

    def __init__(self, message: str, extra: str = "") -> None:
        super().__init__(message)
        self.extra = extra

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.extra)


@dataclass(frozen=True, slots=True)
class Issue:
    """Something in a replaced dialogue that a person should look at.

    code: stable, such as RESIDUAL_MENTION; severity: "block", "warn" or "info"; turn: from 0;
    start, end: code points of the original turn; message: a sentence without original text.
    """

    code: str
    severity: str
    turn: int
    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """What became of one dialogue.

    issues: what a person should look at; replaced: items that are another text now; why: a sentence
    for each reason for which the dialogue is held back, without original text; nothing where it
    may leave.
    """

    issues: tuple[Issue, ...]
    replaced: int
    why: tuple[str, ...]
    _dialogue: Dialogue | None

    @property
    def held(self) -> bool:
        """Whether the dialogue may not leave: an original would be readable."""
        return self._dialogue is None

    @property
    def dialogue(self) -> Dialogue:
        """The replaced dialogue. Raises HeldBack where an original would be readable."""
        if self._dialogue is None:
            raise HeldBack(" ".join(self.why))
        return self._dialogue


LEARN = ("numpy", "scipy", "sklearn", "pycrfsuite", "sklearn_crfsuite", "threadpoolctl")


def need(what: str) -> None:
    """Raise ExtraNeeded unless what learns is installed; `what` needs it."""
    if missing := [name for name in LEARN if find_spec(name) is None]:
        raise ExtraNeeded(
            f"{what} needs {', '.join(missing)}: pip install 'antifaz[learn]'", extra="learn"
        )
