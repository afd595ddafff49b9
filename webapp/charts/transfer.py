"""The source model's gauge on the learning page: how much it counts, and why.

Every key of a run's `transfer` may be missing.
"""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from annotation.models.run_records import Transfer
from annotation.services.figures import percent
from annotation.services.learning.page import Learning
from annotation.services.learning.words import alone_sentence, transfer_sentence
from annotation.services.runs.transfers import tells_of

LENGTH = 300
SIGNALS = {  # of `learning.source.transfer`
    "agreement": _("Found by the source alone on the labels (F1)"),
    "lift": _("How much less a turn surprises the model that begins from the source"),
    "doubt": _("how far that may be off by chance"),
    "gain": _("How much less a turn surprises the model that asks the source for hints"),
    "error": _("how far this may be off by chance"),
    "turns": _("Labelled turns that it was judged by"),
}


@dataclass(frozen=True, slots=True)
class Track:
    """A share as the length of a bar of 300, with its figure above the end."""

    title: str | Promise
    width: str
    text: str
    text_x: str


@dataclass(frozen=True, slots=True)
class TransferDrawing:
    sentence: str
    alone: str  # how good the source is by itself
    tracks: list[Track]
    signals: list[tuple[str | Promise, str]]


def draw_transfer(project: Project, learning: Learning) -> TransferDrawing | None:
    """None without a source model, or before a round."""
    run = next((each.run for each in reversed(learning.models) if not each.is_large), None)
    sentence = transfer_sentence(project.source_model, run)
    if run is None or project.source_model is None:
        return None
    if not tells_of(run, project.source_model):
        return TransferDrawing(sentence, "", [], [])
    transfer = Transfer.from_json(run.transfer)
    shares = ((_("Weight in the choice"), run.source_weight),)
    tracks = [_track(title, share) for title, share in shares if isinstance(share, int | float)]
    signals = transfer.signals or {}
    return TransferDrawing(
        sentence,
        alone_sentence(transfer),
        tracks,
        [
            (title, _figure(value))
            for name, title in SIGNALS.items()
            if isinstance(value := signals.get(name), int | float)
        ],
    )


def _figure(value: float) -> str:
    """A count as it is, a measure to three decimals."""
    whole = float(value).is_integer() and abs(value) > 1
    return str(number_format(round(value, 3), 0 if whole else 3))


def _track(title: str | Promise, share: float) -> Track:
    width = LENGTH * min(1.0, max(0.0, share))
    return Track(title, f"{width:.1f}", percent(share), f"{min(max(width, 14), LENGTH - 14):.1f}")
