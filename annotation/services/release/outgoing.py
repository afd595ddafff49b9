"""What leaves: dialogues replaced, searched for originals, rendered, searched again, written.

Called by `exports` (a job) and `manage.py export_corpus`. A dialogue that fails a check is held
back; the file appears whole at its place or not at all.
"""

import hashlib
import hmac
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

from django.utils.translation import gettext_noop

from annotation.convert import dialogue_value
from annotation.formats import FORMATS, WRITTEN, Rendered, render, write_rendered
from annotation.formats.corpora.losses import losses
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project, User
from annotation.refusals import Refused
from annotation.replacement.leaving import (
    count_kept,
    count_replaced,
    replaced_value,
    shown_beside,
    with_spans,
)
from annotation.replacement.own_values import OwnTally
from annotation.services.release.departures import (
    Look,
    differences,
    has_left,
    look_of,
    refuse_other_draws,
)
from annotation.services.revision.coverage import EMPTY, MACHINE, NOBODY, PERSON, UNSETTLED
from annotation.services.revision.plans import TOGETHER, Plan, plan_all
from annotation.services.revision.rules import AS_IT_IS, SAID_IN, refuse_originals, rules_of
from annotation.services.storage.snapshots import one_snapshot
from surrogates.codes import IssueCode, LeakKind

SPANS = UNMARKED, MARKED = ("none", "marked")
IN_MEMORY = 20_000_000  # bytes of a stream that is held back until all is checked
SUFFIXES = {name: ".zip" if FORMATS[name].has_members else FORMATS[name].extensions[0]
            for name in WRITTEN}  # fmt: skip
Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """How an export is to be made."""

    format: str
    strategy: str
    key: bytes | None = None  # None: the project's
    annotator: User | None = None  # None: the best labels there are
    gold_only: bool = False
    allow_unread: bool = False
    # Strategies in place of the labels' own.
    by_label: Mapping[str, str] = field(default_factory=dict)
    q: float = 1.0  # below 1 refused without `leave_originals`
    leave_originals: bool = False
    marked: bool = False  # spans tell what was replaced, and so every original that is left
    said_in: int = SAID_IN  # dialogues that say a word or an own value that is drawn
    again: bool = False  # may leave with other surrogates than those with which it left

    @property
    def as_it_is(self) -> bool:
        return self.strategy == AS_IT_IS


@dataclass(slots=True)
class Tally:
    """What an export did; holds ids and counts, never a text."""

    written: int = 0
    replaced: int = 0
    left: int = 0  # items that q left as they were, in full or in part
    q: float = 1.0
    by_label: dict[str, str] = field(default_factory=dict)
    held: dict[int, list[str]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    issues: Counter[str] = field(default_factory=Counter)
    readers: Counter[str] = field(default_factory=Counter)
    own_values: OwnTally = field(default_factory=OwnTally)
    lost: Counter[str] = field(default_factory=Counter)  # what the format has no place for
    looks: list[Look] = field(default_factory=list)  # of what was written, without originals
    # Dialogue -> open issues by severity, where the rules are those that people revise with.
    found: dict[int, Mapping[str, int] | None] = field(default_factory=dict)

    def sentences(self) -> Iterator[str]:
        """What a person is told beside the summary, on the command line."""
        for pk, reasons in self.held.items():
            yield f"{self.names[pk]} held back: {' and '.join(reasons)}"
        for kind, n in sorted(self.lost.items()):
            yield f"the format has no place for {kind}: {n}"

    def summary(self) -> dict[str, object]:
        return {
            "dialogues": self.written,
            "replaced": self.replaced,
            "held_back": {str(pk): reasons for pk, reasons in self.held.items()},
            "issues": dict(sorted(self.issues.items())),
            "turns": {
                **{who: self.readers[who] for who in (PERSON, MACHINE, NOBODY)},
                "unsettled": sum(self.readers[how] for how in UNSETTLED),
            },
            "leaks": 0,  # by construction: a dialogue with one is not in the file
            **self.own_values.summary(),
            **({"by_label": self.by_label} if self.by_label else {}),
            **({"q": self.q, "left": self.left} if self.q < 1 else {}),
            **({"lost": dict(sorted(self.lost.items()))} if self.lost else {}),
        }


def _checked(
    project: Project, order: Order, rendered: Iterator[Rendered], tally: Tally
) -> Iterator[Rendered]:
    """Pass on, and refuse at the end if all was held back, or has left with other surrogates: then
    nothing appears at the place."""
    yield from rendered
    if tally.held and not tally.written:
        raise Refused(
            gettext_noop("Every dialogue was held back; nothing was written."), code="nothing"
        )
    if not order.again:
        refuse_other_draws(differences(project, tally.looks))


def write_release(
    project: Project, order: Order, out: Path | BinaryIO, tally: Tally, report: Report | None = None
) -> None:
    """Write the project's dialogues. Whatever goes wrong, the place is as it was before.

    Raises: Refused when every dialogue was held back, originals would stay unconfirmed, or a
    dialogue has left with other surrogates and nobody has confirmed that.
    """
    if not order.as_it_is:
        refuse_originals(order.q, confirmed=order.leave_originals)
    # All dialogues as they were at one moment: people go on while a long file is written.
    with one_snapshot():
        rendered = _checked(project, order, outgoing(project, order, tally, report), tally)
        if isinstance(out, Path) or not has_left(project):
            write_rendered(order.format, rendered, out)
            return
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as held:  # no half of a stream goes out
            write_rendered(order.format, rendered, held)  # type: ignore[arg-type]
            held.seek(0)
            shutil.copyfileobj(held, out)


def outgoing(
    project: Project, order: Order, tally: Tally, report: Report | None = None
) -> Iterator[Rendered]:
    """The dialogues that may leave, as they are written; the others go to the tally.

    Each is rendered once: what is written is what was searched. Only one in which q left something
    is rendered again, since it is searched with a cover over that, sign for sign.

    They have running names, in an order that the key draws: it tells nothing of who was left out.
    Originals as they are keep their names and the reading order.
    """
    rules = rules_of(
        project, strategy=order.strategy, by_label=order.by_label, q=order.q, said_in=order.said_in
    )
    tally.q, tally.by_label = rules.q, dict(rules.by_label)
    pks = list(project.dialogues.order_by("position", "pk").values_list("pk", flat=True))
    if not order.as_it_is:
        pks.sort(key=place_of(project, order.key))
    total = len(pks) or 1
    as_revised = order.annotator is None and rules == rules_of(project)
    plans = plan_all(
        project,
        _in_turn(pks),
        rules=rules,
        key=order.key,
        annotator=order.annotator,
        gold_only=order.gold_only,
    )
    for number, now in enumerate(plans, 1):
        if report is not None:
            report((number - 1) / total, "writing")
        tally.issues.update(issue.code for issue in now.result.issues)
        tally.readers.update(turn.read_by for turn in now.turns)  # type: ignore[attr-defined]
        if as_revised:
            tally.found[now.dialogue.pk] = now.counts
        if order.as_it_is:
            tally.written += 1
            value = with_spans(own_value(now), order.marked)
            tally.lost.update(losses(order.format, value))
            yield render(order.format, value)
            continue
        look = partial(
            replaced_value, own_value(now), id=running_name(tally.written + 1), marked=order.marked
        )
        searched = rules.without_kept(now.original, now.result)
        reasons = obstacles(now, order)
        if not reasons:
            covered = look(searched)
            rendered = render(order.format, covered)
            reasons = shown_beside(covered, rendered, searched, now.known, now.dialogue.lang)
        if reasons:
            tally.held[now.dialogue.pk] = reasons
            tally.names[now.dialogue.pk] = now.dialogue.external_id
            continue
        left = count_kept(now.result, searched)
        tally.written += 1
        tally.left += left
        tally.replaced += count_replaced(now.result, searched)
        tally.lost.update(losses(order.format, covered))
        tally.own_values.add(now.result, rules)
        # By the project's key, whatever drew: only digests of one key can be compared.
        own = bytes(project.surrogate_key)
        tally.looks.append(look_of(own, now.dialogue.pk, now.result))
        yield render(order.format, look(now.result)) if left else rendered


def running_name(number: int) -> str:
    """What the dialogue with this number is called in a file, from 1 on."""
    return f"d{number:04d}"


def place_of(project: Project, key: bytes | None = None) -> Callable[[int], bytes]:
    """Of a dialogue (its row) where it stands in a file: by chance, and the same in each file of a
    key, the project's by default."""
    own = key or bytes(project.surrogate_key)
    return lambda pk: hmac.digest(own, f"order {pk}".encode(), hashlib.sha256)


def _in_turn(pks: Sequence[int]) -> Iterator[Dialogue]:
    """Dialogues by their ids, some at a time: texts of a whole corpus would not fit."""
    for first in range(0, len(pks), TOGETHER):
        some = Dialogue.objects.in_bulk(pks[first : first + TOGETHER])
        yield from (some[pk] for pk in pks[first : first + TOGETHER] if pk in some)


def obstacles(now: Plan, order: Order) -> list[str]:
    """Why a dialogue may not leave: "leak", "known", "block", "unread"."""
    unread = [*now.unread, *now.unsettled]
    if order.annotator:
        mine = set(
            order.annotator.readings.filter(turn__in=now.turns, status="done").values_list(
                "turn_id", flat=True
            )
        )
        unread = [turn for turn in now.turns if turn.pk not in mine and turn.text.strip()]
    elif order.gold_only:
        unread = [
            turn
            for turn in now.turns
            if turn.read_by not in (PERSON, EMPTY)  # type: ignore[attr-defined]
        ]
    found = {
        "leak": any(leak.kind != LeakKind.KNOWN for leak in now.leaks),
        "known": any(leak.kind == LeakKind.KNOWN for leak in now.leaks),
        "block": any(issue.code != IssueCode.KNOWN_ELSEWHERE for issue in now.blocks),
        "unread": bool(unread) and not order.allow_unread,
    }
    return [reason for reason, true in found.items() if true]


def own_value(now: Plan) -> DialogueValue:
    """The dialogue as it is, originals and all."""
    return dialogue_value(now.dialogue, now.turns, now.spans)
