"""Adds sources that were not taught here: weights, an address, rules, recognisers, or several.

Called by the page of source models and by `add_source`. Denied by default: from the page an address
must be one that SOURCE_ADDRESSES names and a folder must lie in one of SOURCE_FOLDERS; whoever has
the command line has the machine.
"""

import secrets
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.models import SourceModel
from annotation.refusals import Refused
from learning.errors import ExtraMissing, LearningError, SourceMalformed, SourceRefused
from learning.source.address import check_address
from learning.source.kinds import FOREIGN, KINDS, OF_WEIGHTS, new_source, write_source
from learning.storage import read_card
from learning.types import Card

SEVERAL = "several"
ALL_KINDS = (*KINDS, SEVERAL)
TRIED_FOR = 10.0  # seconds that one at an address has for its first answer
TROUBLES = {
    "source_silent": gettext_noop("The source did not answer, or not in time."),
    "source_malformed": gettext_noop("The source gave no proper answer."),
    "source_refused": gettext_noop("The source may not be asked, or is not what it is said to be."),
    "extra_missing": gettext_noop("The packages that this source needs are not installed here."),
    "weights_missing": gettext_noop("The weights of the source cannot be read."),
    "memory_short": gettext_noop("There is not enough memory for the source."),
    "model_damaged": gettext_noop("The files of the source are damaged."),
}


@dataclass(frozen=True)
class Wanted:
    """A source as somebody describes it. `where`: a folder, an address, names of recognisers, or
    of the sources that several are made of, with commas between."""

    name: str
    kind: str
    where: str = ""
    lang: str = ""
    domain: str = ""
    labels: tuple[str, ...] = ()  # that count as personal; () all
    release: str = "1"  # of what answers at an address
    seconds: float | None = None  # for one of its answers


def add_source(wanted: Wanted, *, from_page: bool = False) -> SourceModel:
    """Try the source on an invented sentence and register it.

    Raises: Refused with one sentence.
    """
    if SourceModel.objects.filter(name=wanted.name).exists():
        raise _taken()
    try:
        card = _card(wanted, from_page)
    except (SourceRefused, SourceMalformed, ExtraMissing) as error:
        # Their sentences name the label or the package; whoever adds a source reads them.
        raise Refused(f"{_(TROUBLES[error.code])} ({error})", code=error.code) from None
    except LearningError as error:
        raise Refused(
            _(TROUBLES.get(error.code, TROUBLES["source_refused"])), code=error.code
        ) from None
    folder = Path("models") / f"source-{slugify(wanted.name) or 'source'}-{secrets.token_hex(4)}"
    place = settings.ANTIFAZ_DATA / folder
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_source(place, card)
    given = card.get("labels")
    labels = [str(each) for each in given] if isinstance(given, list) else wanted.labels
    kept = {key: card[key] for key in ("kind", "what", "version") if key in card}
    try:
        with transaction.atomic():
            return SourceModel.objects.create(
                name=wanted.name,
                lang=wanted.lang,
                domain=wanted.domain,
                labels=dict.fromkeys(labels, True),
                folder=str(folder),
                card=kept,
            )
    except BaseException as error:
        shutil.rmtree(place, ignore_errors=True)
        if isinstance(error, IntegrityError):
            raise _taken() from None
        raise


def _taken() -> Refused:
    return Refused(_("There is a source model of this name already."), code="taken")


def _card(wanted: Wanted, from_page: bool) -> Card:
    """Raises: LearningError, Refused."""
    names = [name.strip() for name in wanted.where.split(",") if name.strip()]
    given: dict[str, object] = {"labels": list(wanted.labels)} if wanted.labels else {}
    if wanted.kind == SEVERAL:
        return {"what": FOREIGN, "kind": SEVERAL, "settings": {"sources": _parts(names)}}
    if wanted.kind in OF_WEIGHTS:
        folder = Path(wanted.where).resolve()
        if from_page:
            _check_folder(folder)
        given["folder"] = str(folder)
    elif wanted.kind == "address":
        if from_page:
            _check_listed(wanted.where)
        seconds = {} if wanted.seconds is None else {"seconds": wanted.seconds}
        given |= {"url": wanted.where, "release": wanted.release, **seconds}
    elif wanted.kind == "presidio":
        given |= {"recognisers": names, "language": wanted.lang or "en"}
    tried = given | ({"seconds": TRIED_FOR} if wanted.kind == "address" and from_page else {})
    card = new_source(wanted.kind, tried, settings.SOURCE_ADDRESSES, opens=not from_page)
    return card if tried == given else {**card, "settings": given}  # type: ignore[dict-item]


def _check_folder(folder: Path) -> None:
    roots = [Path(root).resolve() for root in settings.SOURCE_FOLDERS]
    if not any(folder != root and folder.is_relative_to(root) for root in roots):
        raise Refused(
            _("Weights must lie in a folder that the server's settings allow: SOURCE_FOLDERS.")
        )


def _check_listed(url: str) -> None:
    """From the page not even this machine's own: other programs listen there, too."""
    try:
        parts = check_address(url, settings.SOURCE_ADDRESSES)
    except SourceRefused:
        parts = None
    listed = {origin.rstrip("/") for origin in settings.SOURCE_ADDRESSES}
    if parts is None or f"{parts.scheme}://{parts.netloc}" not in listed:
        raise Refused(
            _("Only addresses that the server's settings allow are asked: SOURCE_ADDRESSES.")
        )


def _parts(names: Sequence[str]) -> list[int]:
    found = {row.name: row for row in SourceModel.objects.filter(name__in=names)}
    if missing := [name for name in names if name not in found]:
        raise Refused(_("There is no source model called %(name)s.") % {"name": missing[0]})
    kinds = [row.card.get("kind") for row in found.values()]
    if len(found) < 2 or SEVERAL in kinds:
        raise Refused(_("Name at least two sources, none of which is itself made of several."))
    return [row.pk for row in found.values()]


def trouble_of(source: SourceModel) -> str:
    """Why it was left out when it was last asked, in a sentence; "" where it was not."""
    code = str(source.card.get("trouble", ""))
    return _(TROUBLES.get(code, TROUBLES["source_refused"])) if code else ""


def is_part(source: SourceModel) -> bool:
    """Whether another source is made of this one among others."""
    for row in SourceModel.objects.filter(card__kind=SEVERAL):
        try:
            card = read_card(settings.ANTIFAZ_DATA / row.folder)
        except LearningError:
            continue
        parts = card["settings"]
        if isinstance(parts, dict) and source.pk in parts.get("sources", ()):
            return True
    return False
