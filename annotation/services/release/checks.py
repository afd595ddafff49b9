"""One line of what is known before a release. Made by `evidence` and `recall_words`, shown by the
release page and kept with a signature.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Check:
    """One line of evidence."""

    state: str  # ok, warn, block or "" (not known yet)
    title: str
    line: str
    figure: str
    grave: bool = False  # stands before the others of its state
    is_limit: bool = False  # of the manager's: it holds no single dialogue back
    dialogue: int | None = None  # one of those that it is about, to begin with
    part: str = ""  # of the evidence page that tells more
    of_model: bool = False  # a limit of what the model alone has read
    of_labels: bool = False  # its numbers count labels, and nothing of anybody

    @property
    def word(self) -> str:
        words = {"ok": _("Pass"), "warn": _("Warn"), "block": _("Held back")}
        if self.is_limit and self.state == "block":
            return _("Block")
        return words.get(self.state, _("Not checked"))
