"""What leaves: dialogues replaced, searched for originals, rendered, searched again, written.

Called by `exports` (a job) and `manage.py export_corpus`. A dialogue that fails a check is held
back; the file appears whole at its place or not at all.
"""

import hashlib
import hmac
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from django.utils.translation import gettext_noop

from annotation.convert import dialogue_value, surrogate_span
from annotation.formats import FORMATS, WRITTEN, Rendered, render, write_rendered
from annotation.formats.corpora.losses import losses
from annotation.formats.corpora.replacing import Edit, replaced_dialogue, shows_number
from annotation.formats.corpora.said import texts_in
from annotation.formats.types import DialogueValue, SpanValue
from annotation.models import Dialogue, Project, User
from annotation.refusals import Refused
from annotation.services.release.departures import (
    Look,
    differences,
    has_left,
    look_of,
    refuse_other_draws,
)
from annotation.services.release.own_values import OwnTally
from annotation.services.revision.coverage import EMPTY, MACHINE, NOBODY, PERSON, UNSETTLED
from annotation.services.revision.plans import TOGETHER, Plan, plan_all
from annotation.services.revision.rules import AS_IT_IS, SAID_IN, refuse_originals, rules_of
from annotation.services.storage.snapshots import one_snapshot
from surrogates.codes import IssueCode, LeakKind
from surrogates.folding import WORD, fold
from surrogates.search.corpus import shows_known
from surrogates.search.originals import Originals
from surrogates.types import Result

SPANS = UNMARKED, MARKED = ("none", "marked")
IN_MEMORY = 20_000_000  # bytes of a stream that is held back until all is checked
SHORTEST = 2  # letters; shorter originals stand in every text
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
            value = _marked(own_value(now), order.marked)
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


def shown_beside(
    covered: DialogueValue,
    rendered: Rendered,
    searched: Result,
    known: Originals | None,
    lang: str,
) -> list[str]:
    """Why what leaves beside the texts holds a dialogue back: "leak", "known"."""
    files = rendered.named(set())
    originals = (each.original for each in searched.replacements)
    if leaks_in(files, searched) or shows_number(covered, originals):
        return ["leak"]
    names = texts_beside(covered, (name for name, _data in files))
    return ["known"] if known is not None and shows_known(known, names, lang) else []


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


def count_kept(result: Result, searched: Result) -> int:
    """How many items `without_kept` covered, in full or in part."""
    pairs = zip(result.replacements, searched.replacements, strict=True)
    return sum(one.surrogate != other.surrogate for one, other in pairs)


def count_replaced(result: Result, searched: Result) -> int:
    """How many items are another text now, and were not covered: what stayed was not replaced."""
    pairs = zip(result.replacements, searched.replacements, strict=True)
    return sum(one.surrogate == other.surrogate != one.original for one, other in pairs)


def own_value(now: Plan) -> DialogueValue:
    """The dialogue as it is, originals and all."""
    return dialogue_value(now.dialogue, now.turns, now.spans)


def replaced_value(own: DialogueValue, result: Result, *, id: str, marked: bool) -> DialogueValue:
    """The replaced dialogue, with nothing of its own left that could tell: see `replaced_dialogue`.

    Unless `marked` it has no spans: nothing tells a surrogate from what was said. Spans carry no
    score and no other key: a score would tell which items a model was unsure of.
    """
    edits: dict[int, list[Edit]] = {}
    spans: dict[int, list[SpanValue]] = {index: [] for index in range(len(own.turns))}
    for each in sorted(result.replacements, key=lambda r: (r.turn, r.start)):
        edits.setdefault(each.turn, []).append((each.start, each.end, each.surrogate))
        spans[each.turn].append(surrogate_span(each))
    texts = [turn.text for turn in result.draft.turns]
    value = replaced_dialogue(own, texts, edits, spans)
    return _marked(replace(value, id=id), marked)


def _marked(value: DialogueValue, marked: bool) -> DialogueValue:
    """The dialogue, without its labels unless they are to be there."""
    if marked:
        return value
    return replace(value, turns=tuple(replace(turn, spans=()) for turn in value.turns))


def leaks_in(files: list[tuple[str, bytes]], result: Result) -> bool:
    """Whether rendered files show an original that the replaced turns do not.

    `surrogates.search.leaks.scan` judges the turns themselves; this finds what came in beside them:
    names of speakers, events, keys that another tool left.
    """
    said = _phrase("\n".join(turn.text for turn in result.draft.turns))
    shown = _phrase("\n".join(text for name, data in files for text in _texts(name, data)))
    for each in result.replacements:
        phrase = _phrase(each.original)
        if len(phrase) > SHORTEST + 2 and phrase in shown and phrase not in said:
            return True
    return False


def texts_beside(value: DialogueValue, files: Iterable[str] = ()) -> Iterator[str]:
    """What leaves beside the texts of a dialogue: names, metadata, keys, and names of files."""
    yield from (value.id, *files)
    yield from _strings(value.meta)
    yield from _strings(value.extra)
    for turn in value.turns:
        yield turn.speaker
        yield from _strings(turn.extra)


def _phrase(text: str) -> str:
    """Folded words with a space around each, so that `in` compares whole words."""
    return f" {' '.join(WORD.findall(fold(text)))} "


def _texts(name: str, data: bytes) -> Iterator[str]:
    """Every text in a file of an export, without offsets and labels."""
    text = data.decode("utf-8")
    told = texts_in(name, text)
    if told is not None:
        yield from told
        return
    try:
        yield from _strings(json.loads(text))
    except ValueError:
        yield text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "label":
                yield key
                yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
