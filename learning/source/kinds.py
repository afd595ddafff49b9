"""Which kinds of source there are, and how each is opened from its folder.

The folder of a source model that we taught holds the model. That of any other kind holds its card
alone, with what it needs (`settings`); what its own weights were when it was added, stands there.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from learning import storage
from learning.crf.tagger import CrfTagger
from learning.errors import SourceRefused
from learning.source.address import SECONDS, AddressSource
from learning.source.recognisers import check_gliner, open_gliner, open_presidio
from learning.source.rules import LABELS, RulesSource
from learning.source.tagged import check_labels, open_tagged
from learning.source.token_classifier import check_classifier, open_token_classifier
from learning.storage import check_sealed
from learning.told import Source, checked
from learning.types import Card, Json, Utterance

FOREIGN = "source"  # `what` of cards that hold no model
TRIAL = Utterance("Nombre: Amaia Ruiz, calle Mayor 12, llame el 3 de mayo al 600 123 456.")


@dataclass(frozen=True)
class Given:
    """What a source needs, as somebody gave it."""

    settings: Mapping[str, Any]
    version: str
    addresses: Collection[str] = ()  # origins beyond this machine that may be asked

    @property
    def folder(self) -> Path:
        return Path(str(self.settings.get("folder", "")))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.settings.get("labels", ()))


def _rules(given: Given) -> Source:
    check_labels(given.labels, LABELS)
    return RulesSource(given.labels or LABELS)


def _address(given: Given) -> Source:
    settings = given.settings
    return AddressSource(
        str(settings.get("url", "")),
        release=str(settings.get("release", "1")),
        allowed=given.addresses,
        labels=given.labels,
        seconds=float(settings.get("seconds", SECONDS)),
    )


def _presidio(given: Given) -> Source:
    names = [str(name) for name in given.settings.get("recognisers", ())]
    language = str(given.settings.get("language", "en"))
    return open_presidio(names, language, given.version, given.labels)


KINDS: dict[str, Callable[[Given], Source]] = {
    "rules": _rules,
    "address": _address,
    "large": lambda given: open_tagged(given.folder, given.version, given.labels),
    "transformers": lambda given: open_token_classifier(given.folder, given.version, given.labels),
    "gliner": lambda given: open_gliner(given.folder, given.version, given.labels),
    "presidio": _presidio,
}
# Kinds that are a folder of weights, and what tells from outside that they are these.
OF_WEIGHTS: dict[str, Callable[[Path], object]] = {
    "large": check_sealed,
    "transformers": check_classifier,
    "gliner": check_gliner,
}


def is_foreign(card: Mapping[str, object]) -> bool:
    """Whether a card is that of a source without a model of ours in its folder."""
    return card.get("what") == FOREIGN


def open_source(folder: Path, addresses: Collection[str] = ()) -> Source:
    """A source from its folder: a model that we taught, or the card of another kind.

    Raises: ModelDamaged, SourceRefused, ExtraMissing.
    """
    card = storage.read_card(Path(folder))
    if not is_foreign(card):
        return CrfTagger.load(Path(folder))
    settings = storage.settings_of(card)
    kind, version = str(card.get("kind")), str(card.get("version"))
    if kind in OF_WEIGHTS and version != _version(kind, settings):
        raise SourceRefused("The weights of the source are not those that were added.")
    return _opened(kind, Given(settings, version, addresses))


def new_source(
    kind: str,
    settings: Mapping[str, Any],
    addresses: Collection[str] = (),
    *,
    opens: bool = True,
) -> Card:
    """The card to keep of a source as somebody gave it, which was tried on an invented sentence.

    opens: weights, too; else they are looked at from outside, as a web server should.

    Raises: as `open_source`; SourceSilent, SourceMalformed where it does not answer.
    """
    if kind not in KINDS:
        raise SourceRefused(f"There is no such kind of source; there are {', '.join(KINDS)}.")
    folder = Path(str(settings.get("folder", "")))
    if kind in OF_WEIGHTS and not (folder.is_absolute() and folder.is_dir()):
        raise SourceRefused("There is no such folder on this machine.")
    version = _version(kind, settings)
    card: Card = {"what": FOREIGN, "kind": kind, "version": version, "settings": dict(settings)}
    if kind in OF_WEIGHTS and not opens:
        OF_WEIGHTS[kind](folder)
        return card
    source = _opened(kind, Given(settings, version, addresses))
    labels: Json = list(checked(source.tell([TRIAL]), [TRIAL]).labels)
    return {**card, "labels": labels}


def _opened(kind: str, given: Given) -> Source:
    if kind not in KINDS:
        raise SourceRefused("The source's card names no kind that this version knows.")
    return KINDS[kind](given)


def _version(kind: str, settings: Mapping[str, Any]) -> str:
    """Changes with what was given and, where that is a folder, with all that lies in it."""
    digest = hashlib.sha256(json.dumps([kind, dict(settings)], sort_keys=True).encode())
    if kind in OF_WEIGHTS:
        folder = Path(str(settings.get("folder", "")))
        try:
            for path in sorted(each for each in folder.rglob("*") if each.is_file()):
                digest.update(f"{path.relative_to(folder)}\0{storage.file_sha256(path)}".encode())
        except OSError:
            raise SourceRefused("The folder of the source cannot be read.") from None
    return digest.hexdigest()


def write_source(folder: Path, card: Card) -> None:
    """Keep a card so that `open_source` finds it. Raises: OSError."""
    data = json.dumps(card, ensure_ascii=False, indent=1).encode()
    storage.write_folder(Path(folder), {storage.CARD: data})
