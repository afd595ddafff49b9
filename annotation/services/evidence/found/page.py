"""What the evidence page says of recall: labels, persons and strata, the worst first, in words.

Called by the evidence page; `webapp.charts.recall` draws it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.recall.limits import Limits
from annotation.services.figures import grouped
from annotation.services.release.now import Now
from annotation.services.release.recall import limits_of
from annotation.services.release.recall_words import reason_of

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """One share: what it is of, how many items, and how sure it is."""

    title: str
    counted: str  # "119 items"
    share: Row | None = None  # of the model; None where it was not measured
    other: Row | None = None  # of one reader
    key: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class Recall:
    """What the part shows."""

    basis: tuple[str, ...]  # on what it was measured, and what cannot be told
    limits: Limits
    labels: tuple[Found, ...] = ()
    never: tuple[str, ...] = ()
    people: tuple[Found, ...] = ()
    strata: tuple[Found, ...] = ()
    whole: tuple[Found, ...] = ()  # items, entities, dialogues

    @property
    def has_readers(self) -> bool:
        return any(row.other for row in self.labels)


def read_recall(now: Now, figures: object) -> Recall:
    """The part as the newest figures have it; one query."""
    project = now.project
    limits = limits_of(project)
    if not isinstance(figures, Mapping) or not figures:
        return Recall((reason_of("not_measured") + ".",), limits)
    model, readers = figures["model"], figures["readers"]
    shown = model if not model["why"] else readers
    if shown["why"]:
        return Recall(_basis(figures), limits)
    keys = {row.name: (row.key, row.family) for row in project.labels.all()}
    return Recall(
        _basis(figures),
        limits,
        tuple(_labels(model, readers, keys)),
        tuple(shown["never"]),
        tuple(
            _found(row, _role(row["name"]), _people(row["n"])) for row in model.get("people", ())
        ),
        tuple(_found(row, _stratum(row["name"]), _items(row["n"])) for row in shown["strata"]),
        tuple(_whole(shown)),
    )


def _labels(model: Row, readers: Row, keys: Mapping[str, tuple[str, str]]) -> list[Found]:
    of_readers = {row["name"]: row for row in readers.get("labels", ())}
    of_model = {row["name"]: row for row in model.get("labels", ())}
    names = [*of_model, *(name for name in of_readers if name not in of_model)]
    return [
        Found(
            name,
            _items((of_model.get(name) or of_readers[name])["n"]),
            of_model.get(name),
            of_readers.get(name),
            *keys.get(name, ("", "")),
        )
        for name in names
    ]


def _found(row: Row, title: str, counted: str) -> Found:
    return Found(title, counted, row)


def _whole(shown: Row) -> list[Found]:
    rows = [
        (_("Items"), shown["all"], _items(shown["all"]["n"])),
        (_("Entities, every mention"), shown["entity"], _entities(shown["entity"]["n"])),
    ]
    if shown["dialogue"]:
        dialogue = shown["dialogue"]
        rows.append((_("Dialogues, every item"), dialogue, _dialogues(dialogue["n"])))
    return [Found(title, counted, share) for title, share, counted in rows]


def _items(n: int) -> str:
    return ngettext("%(n)s item", "%(n)s items", n) % {"n": grouped(n)}


def _entities(n: int) -> str:
    return ngettext("%(n)s entity", "%(n)s entities", n) % {"n": grouped(n)}


def _dialogues(n: int) -> str:
    return ngettext("%(n)s dialogue", "%(n)s dialogues", n) % {"n": grouped(n)}


def _people(n: int) -> str:
    return ngettext("%(n)s person", "%(n)s people", n) % {"n": grouped(n)}


def _role(name: str) -> str:
    titles = {"caller": _("Callers"), "agent": _("Agents"), "third": _("Third parties")}
    return titles[name]


def _stratum(name: str) -> str:
    titles = {
        "unseen": _("Never seen in training"),
        "seen": _("Seen in training"),
        "lower": _("In lower case"),
        "spelled": _("Spelled out, letter by letter"),
        "long": _("In a long dialogue"),
    }
    return titles[name]


def _basis(figures: Row) -> tuple[str, ...]:
    """On what the model and the readers were measured, and why one of them was not."""
    model, readers = figures["model"], figures["readers"]
    lines = [
        _model_basis(model) if not model["why"] else reason_of(model["why"]) + ".",
        _reader_basis(readers) if not readers["why"] else reason_of(readers["why"]) + ".",
    ]
    return tuple(lines)


def _model_basis(model: Row) -> str:
    values = {"items": grouped(model["items"]), "n": grouped(model["turns"])}
    if model["basis"] == "test":
        text = _(
            "The model: %(items)s items in %(n)s turns kept to measure, which it never learnt from."
        )
    else:
        text = _(
            "The model: %(items)s items in %(n)s turns drawn by chance, as it proposed before "
            "anybody read them; never on turns that a strategy chose."
        )
    return text % values


def _reader_basis(readers: Row) -> str:
    text = _(
        "Readers: %(items)s items in %(n)s readings of turns drawn by chance that two or more "
        "people have read, against what was adjudicated, else against all that any of them marked. "
        "What all of them overlook is not seen here."
    )
    return text % {"items": grouped(readers["items"]), "n": grouped(readers["turns"])}
