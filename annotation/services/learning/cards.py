"""A model's card as lines that people read: what it is, what it learnt from, how large it is.

Called by the learning page. Cards are written by the taggers; a key that is missing is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from annotation.models import TrainingRun
from annotation.services.figures import grouped
from annotation.services.learning.words import KINDS
from annotation.services.runs.quality import figure_of

DEVICES = {"cpu": gettext_lazy("processor"), "cuda": gettext_lazy("graphics card")}


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a card."""

    name: str
    value: str


def read_card(run: TrainingRun) -> list[Fact]:
    """The facts of a run's model, in the order in which one asks for them."""
    card: Mapping[str, Any] = run.card or {}
    figure = figure_of(run)
    facts = [
        (_("Kind"), _kind(card)),
        (_("Encoder"), _encoder(card)),
        (_("Learnt from"), _material(run, card)),
        (_("Labels"), _labels(card)),
        (_("How good"), figure.text if figure else ""),
        (_("Features"), _features(card)),
        (_("Trained in"), _seconds(card.get("seconds"))),
        (_("Size"), _size(card.get("bytes"))),
        (_("Probabilities"), _calibration(card)),
        (_("Fingerprint"), str(card.get("sha256", ""))[:12]),
    ]
    return [Fact(name, value) for name, value in facts if value]


def _kind(card: Mapping[str, Any]) -> str:
    kind = str(card.get("kind", ""))
    device = str(card.get("device", "")).partition(":")[0]
    name = str(KINDS.get(kind, kind))
    if not device:
        return name
    return _("%(kind)s, on the %(device)s") % {
        "kind": name,
        "device": str(DEVICES.get(device, device)),
    }


def _encoder(card: Mapping[str, Any]) -> str:
    """With "4-bit" beside it where its weights are not the original ones."""
    encoder = card.get("encoder") or ""
    if not isinstance(encoder, Mapping):
        return str(encoder)
    known = (encoder.get("name"), encoder.get("weights"), encoder.get("licence"))
    return ", ".join(str(each) for each in known if each)


def _material(run: TrainingRun, card: Mapping[str, Any]) -> str:
    turns = int(card.get("utterances", run.labelled_turns) or 0)
    if not turns:
        return ""
    told = ngettext("%(n)s turn", "%(n)s turns", turns) % {"n": grouped(turns)}
    tokens = int(card.get("tokens", run.labelled_tokens) or 0)
    if tokens:
        text = ngettext("%(n)s token", "%(n)s tokens", tokens)
        told += ", " + text % {"n": grouped(tokens)}
    if "items" in card:
        items = int(card["items"])
        told += ", " + ngettext("%(n)s item", "%(n)s items", items) % {"n": grouped(items)}
    return told


def _labels(card: Mapping[str, Any]) -> str:
    if card.get("labels") == "binary":
        return _("personal or not, nothing finer")
    names = {str(tag)[2:] for tag in card.get("tags", []) if tag != "O"}
    return grouped(len(names)) if names else ""


def _features(card: Mapping[str, Any]) -> str:
    name = str(card.get("features", ""))
    n = int(card.get("attributes", 0))
    if not n:
        return name
    return _("%(n)s, of the family %(name)s") % {"n": grouped(n), "name": name}


def _seconds(seconds: Any) -> str:
    if not isinstance(seconds, int | float):
        return ""
    if seconds < 120:
        return _("%(n)s s") % {"n": f"{seconds:.1f}" if seconds < 10 else round(seconds)}
    return _("%(n)s min") % {"n": round(seconds / 60)}


def _size(size: Any) -> str:
    if not isinstance(size, int | float) or not size:
        return ""
    kilo = size / 1024
    if kilo < 1024:
        return pgettext("size of a file", "%(n)s kB") % {"n": grouped(max(1, round(kilo)))}
    return pgettext("size of a file", "%(n)s MB") % {"n": grouped(round(kilo / 1024))}


def _calibration(card: Mapping[str, Any]) -> str:
    if not card.get("calibration"):
        return ""
    return _("calibrated on turns held out")
