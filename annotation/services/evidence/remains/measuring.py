"""What stays and tells of a project: measured over what would leave, read for its page and gate.

Called by the worker (`measurements.WORK`), the evidence page , and whoever signs a
release: `remains_state`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.remains.measuring import Remains, measure
from annotation.evidence.remains.types import Corpus, Item, Released
from annotation.evidence.remains.types import Turn as ReleasedTurn
from annotation.models import Dialogue, Measurement, Project
from annotation.refusals import Refused
from annotation.services.evidence.measurements import (
    Report,
    file_of,
    is_stale,
    newest,
    stamp_of,
)
from annotation.services.evidence.remains.reading import turns_to_ask
from annotation.services.release.now import Now
from annotation.services.release.outgoing import Order, obstacles
from annotation.services.revision.coverage import PERSON
from annotation.services.revision.plans import Plan, plan_all
from annotation.services.revision.rules import rules_of
from annotation.services.storage.snapshots import one_snapshot

MOST_PEOPLE = 100  # the highest limit that a manager may set
OK, WARN, BLOCK = "ok", "warn", "block"


@one_snapshot()
def measure_remains(
    project: Project, options: Mapping[str, object], report: Report
) -> dict[str, object]:
    """Figures of what would leave now, or in a file ("export"): counts, and numbers of dialogues
    and turns. Refused where no dialogue may leave."""
    export = file_of(project, options)
    strategy = export.strategy if export else project.replacement
    dialogues = list(project.dialogues.order_by("position", "pk"))
    order = Order("jsonl", strategy)
    released = []
    plans = plan_all(project, dialogues, rules=rules_of(project, strategy=strategy))
    for number, now in enumerate(plans, 1):
        report(0.5 * number / len(dialogues), "replacing")
        if not obstacles(now, order):
            released.append(released_of(now))
    if not released:
        raise Refused(
            _("No dialogue may leave as it is now; expected one or more to measure."),
            code="nothing",
        )
    chosen = dict(project.labels.exclude(identifier="").values_list("name", "identifier"))
    return {"strategy": strategy, **_figures(measure(Corpus(released, chosen), report=report))}


def released_of(now: Plan) -> Released:
    """A plan as what leaves of it, with what was replaced."""
    items: dict[int, list[Item]] = {}
    for each in now.result.replacements:
        strategy = now.rules.of(each.label)
        items.setdefault(each.turn, []).append(
            Item(each.new_start, each.new_end, each.label, each.original, each.surrogate, strategy)
        )
    turns = zip(now.turns, now.result.draft.turns, strict=True)
    return Released(
        now.dialogue.pk,
        now.dialogue.lang,
        tuple(
            ReleasedTurn(
                row.pk,
                turn.text,
                tuple(items.get(place, ())),
                row.read_by == PERSON,  # type: ignore[attr-defined]
                turn.speaker,
            )
            for place, (row, turn) in enumerate(turns)
        ),
    )


def _figures(found: Remains) -> dict[str, object]:
    fit, classes = found.fit, found.classes
    return {
        "dialogues": found.dialogues,
        "turns": found.turns,
        "told": found.told,
        "alone": classes.alone,
        "few": classes.few,
        "silent": classes.silent,
        "classes": classes.classes,
        "rare": found.rare,
        "rare_dialogues": found.rare_dialogues,
        "rare_names": found.rare_names,
        "common_names": found.common_names,
        "found": found.found.to_json() if found.found else None,
        "chance": found.chance,
        "bars": list(fit.bars),
        "fits": {str(pk): people for pk, people in fit.few.items()},
        "buys": fit.buys,
        "counted": fit.counted,
        "without_table": fit.outside,
        "sources": [source.to_json() for source in fit.sources],
        "first": [each.to_json() for each in found.first],
    }


def set_fewest_people(project: Project, people: int) -> None:
    """How many people a dialogue must fit; 0 holds none back. Raises Refused beyond 0 to 100."""
    if not 0 <= people <= MOST_PEOPLE:
        raise Refused(_("A limit is a number from 0 to 100."), code="out_of_range")
    with transaction.atomic():
        Project.objects.select_for_update().filter(pk=project.pk).update(fewest_people=people)
    project.fewest_people = people


@dataclass(frozen=True, slots=True)
class RemainsState:
    """What the gate and the sheet ask. state: block (dialogues fit too few), warn (not measured,
    stale, or without a table), ok. `below`: the dialogues that fit too few; `figures`: all that
    was measured, as it is kept."""

    state: str
    sentence: str
    below: tuple[int, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


def remains_state(project: Project, stamp: str | None = None) -> RemainsState:
    """How the project stands by what stays and tells; two queries beside the stamp's. `stamp`: that
    of now, where it is known."""
    row = newest(project, Measurement.Kind.REMAINS)
    if row is None:
        return RemainsState(WARN, _("What stays and tells was not measured."))
    below = below_limit(project, row.figures)
    if below:
        text = ngettext(
            "%(n)s dialogue fits fewer than %(k)s people.",
            "%(n)s dialogues fit fewer than %(k)s people.",
            len(below),
        )
        values = {"n": len(below), "k": project.fewest_people}
        return RemainsState(BLOCK, text % values, below, row.figures)
    if is_stale(row, stamp or stamp_of(project)):
        return RemainsState(WARN, _("Changed since it was measured."), (), row.figures)
    if project.fewest_people and row.figures["without_table"]:
        text = ngettext(
            "There is no public table for the language of %(n)s dialogue.",
            "There is no public table for the language of %(n)s dialogues.",
            row.figures["without_table"],
        )
        values = {"n": row.figures["without_table"]}
        return RemainsState(WARN, text % values, (), row.figures)
    return RemainsState(OK, _("Every dialogue fits enough people."), (), row.figures)


def below_limit(project: Project, figures: Mapping[str, Any]) -> tuple[int, ...]:
    """Numbers of the dialogues that fit fewer people than the manager's limit, the fewest first."""
    fits = sorted(figures["fits"].items(), key=lambda each: (each[1], int(each[0])))
    return tuple(int(pk) for pk, people in fits if people < project.fewest_people)


@dataclass(frozen=True, slots=True)
class TurnToRead:
    """A row of the list: where the turn stands, and what is in it, in counts."""

    dialogue: Dialogue
    number: int
    words: int
    names: int
    details: int
    suspects: int
    read: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows of figures; `held` and `first` hold dialogues that are there still."""

    figures: Mapping[str, Any]
    fewest: int
    held: list[Dialogue] = field(default_factory=list)
    below: int = 0
    first: list[TurnToRead] = field(default_factory=list)
    to_ask: int = 0  # turns of the list that nobody has read or is asked to read


def read_remains(now: Now, figures: Any) -> Seen | None:
    """The part of the evidence page; None before the first measurement."""
    if not figures:
        return None
    project = now.project
    below = below_limit(project, figures)
    pks = {*below, *(row["dialogue"] for row in figures["first"])}
    there = project.dialogues.in_bulk(list(pks)[:500])
    return Seen(
        figures,
        project.fewest_people,
        [there[pk] for pk in below if pk in there],
        len(below),
        list(_to_read(figures["first"], there)),
        len(turns_to_ask(project)),
    )


def _to_read(
    rows: Iterable[Mapping[str, Any]], there: Mapping[int, Dialogue]
) -> Iterator[TurnToRead]:
    for row in rows:
        if row["dialogue"] in there:
            counts = (row["words"], row["names"], row["details"], row.get("suspects", 0))
            yield TurnToRead(there[row["dialogue"]], row["place"] + 1, *counts, row["read"])
