"""A model's card as lines that people read: what it is, what it learnt from, how large it is.

Called by the learning page. Cards are written by the taggers; a key that is missing is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from annotation.models import TrainingRun
from annotation.models.run_records import Card
from annotation.services.figures import grouped
from annotation.services.learning.words import KINDS
from annotation.services.runs.quality import figure_of

DEVICES = {"cpu": gettext_lazy("processor"), "cuda": gettext_lazy("graphics card")}


@dataclass(frozen=True, slots=True)
class Fact:
    name: str
    value: str


def read_card(run: TrainingRun) -> list[Fact]:
    """The facts of a run's model, in the order in which one asks for them."""
    card = Card.from_json(run.card)
    figure = figure_of(run)
    facts = [
        (_("Kind"), _kind(card)),
        (_("Encoder"), _encoder(card)),
        (_("Learnt from"), _material(run, card)),
        (_("Labels"), _labels(card)),
        (_("How good"), figure.text if figure else ""),
        (_("Features"), _features(card)),
        (_("Trained in"), _seconds(card.seconds)),
        (_("Loss"), _loss(card)),
        (_("Size"), _size(card.bytes)),
        (_("Probabilities"), _calibration(card)),
        (_("Fingerprint"), (card.sha256 or "")[:12]),
    ]
    return [Fact(name, value) for name, value in facts if value]


def _kind(card: Card) -> str:
    kind = card.kind or ""
    device = (card.device or "").partition(":")[0]
    name = str(KINDS.get(kind, kind))
    if not device:
        return name
    return _("%(kind)s, on the %(device)s") % {
        "kind": name,
        "device": str(DEVICES.get(device, device)),
    }


def _encoder(card: Card) -> str:
    """With "4-bit" beside it where its weights are not the original ones."""
    encoder = card.encoder or ""
    if not isinstance(encoder, Mapping):
        return str(encoder)
    known = (encoder.get("name"), encoder.get("weights"), encoder.get("licence"))
    return ", ".join(str(each) for each in known if each)


def _material(run: TrainingRun, card: Card) -> str:
    turns = int(run.labelled_turns if card.utterances is None else card.utterances)
    if not turns:
        return ""
    text_so_far = ngettext("%(n)s turn", "%(n)s turns", turns) % {"n": grouped(turns)}
    tokens = int(run.labelled_tokens if card.tokens is None else card.tokens)
    if tokens:
        text = ngettext("%(n)s token", "%(n)s tokens", tokens)
        text_so_far += ", " + text % {"n": grouped(tokens)}
    if card.items is not None:
        items = int(card.items)
        text_so_far += ", " + ngettext("%(n)s item", "%(n)s items", items) % {"n": grouped(items)}
    return text_so_far


def _labels(card: Card) -> str:
    if card.labels == "binary":
        return _("personal or not, nothing finer")
    names = {str(tag)[2:] for tag in card.tags or () if tag != "O"}
    return grouped(len(names)) if names else ""


def _features(card: Card) -> str:
    name = card.features or ""
    n = card.attributes or 0
    if not n:
        return name
    return _("%(n)s, of the family %(name)s") % {"n": grouped(n), "name": name}


def _seconds(seconds: object) -> str:
    if not isinstance(seconds, int | float):
        return ""
    if seconds < 1:
        return _("less than 1 s")
    if seconds < 120:
        return _("%(n)s s") % {"n": round(seconds)}
    return _("%(n)s min") % {"n": round(seconds / 60)}


def _loss(card: Card) -> str:
    """Of a large model whose training did not go as it should; nothing of others."""
    parts = []
    if card.restarted:
        rates = {"before": f"{card.restarted.get('learning_rate', 0):g}",
            "now": f"{card.learning_rate or 0:g}"}  # fmt: skip
        parts.append(
            _("did not fall at a learning rate of %(before)s; begun anew at %(now)s") % rates
        )
    if card.stuck:
        parts.append(_("did not fall: it has learnt next to nothing"))
    return "; ".join(parts)


def _size(size: object) -> str:
    if not isinstance(size, int | float) or not size:
        return ""
    kilo = size / 1024
    if kilo < 1024:
        return pgettext("size of a file", "%(n)s kB") % {"n": grouped(max(1, round(kilo)))}
    return pgettext("size of a file", "%(n)s MB") % {"n": grouped(round(kilo / 1024))}


def _calibration(card: Card) -> str:
    if not card.calibration:
        return ""
    return _("calibrated on turns held out")
