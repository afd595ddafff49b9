"""The dialogue as it would leave with the labels that one reader sees now: drawn beside her text.

Called by the labelling views after each of her steps. Nothing of it is kept, and it shows nothing
that her page does not: no other reader's open labels, no decision of a curator, no other dialogue.
Its draw is of one person and one sign-in, so that nothing here is linked to what a release draws.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.convert import surrogate_dialogue
from annotation.models import Label, QueryItem, Span, Turn, User
from annotation.refusals import Refused
from annotation.services.candidates.likely import Likely
from annotation.services.labelling.habits import Look, looker_for
from annotation.services.labelling.page import AROUND, seen_spans
from annotation.services.labelling.pieces import Piece, cut_pieces, unspoken
from annotation.services.labelling.spans import layers_of
from annotation.services.revision.rules import rules_of
from learning.types import Bounds, overlaps
from surrogates import Knowledge, pseudonymise
from surrogates.errors import SurrogateError
from surrogates.types import Dialogue as Texts
from surrogates.types import Replacement, Result

HIDDEN = "\x00"  # no word
LONG = 300  # turns; of a longer dialogue those around the asked one are drawn, by themselves


@dataclass(frozen=True, slots=True)
class Mark:
    """What becomes of [start, end) of a turn; a place without a label stays readable."""

    start: int
    end: int
    label: Label | None = None
    surrogate: str = ""
    is_weak: bool = False  # it stays, and only that it is rare speaks for it


@dataclass(frozen=True, slots=True)
class TwinTurn:
    """One turn as it would leave: pieces under one mark each, or under none."""

    turn: Turn
    parts: list[tuple[tuple[Piece, ...], Mark | None]]

    @property
    def is_same(self) -> bool:
        """Nothing in it is replaced, and nothing looks as if it should be."""
        return all(mark is None for _pieces, mark in self.parts)


@dataclass(frozen=True, slots=True)
class Twin:
    turns: list[TwinTurn]
    staying: int  # places that stay readable, no weak ones, also in turns that are not drawn
    here: int  # of these, those in the turn that is asked


def show_twin(user: User, *, shown: bool) -> None:
    """The person wants to see the twin from now on, or not."""
    User.objects.filter(pk=user.pk).update(hides_twin=not shown)


def open_twin(item: QueryItem, user: User, *, session: str, whole: bool = False) -> Twin:
    """The twin of the turns on the page of an item; `session` is that of the person's browser.

    Raises: Refused where the engine cannot replace what is labelled.
    """
    dialogue, project = item.turn.dialogue, item.batch.project
    turns = list(dialogue.turns.order_by("position"))
    near = [each for each in turns if abs(each.position - item.turn.position) <= AROUND]
    turns = turns if len(turns) <= LONG else near
    for turn in turns:
        turn.dialogue = dialogue
    labels = list(project.labels.all())
    spans = seen_spans(turns, user, labels)
    texts = surrogate_dialogue(dialogue, turns, spans)
    rules = rules_of(project)
    try:
        result = pseudonymise(
            texts,
            strategy=rules.for_engine(texts),
            key=_key(item, user, session),
            knowledge=Knowledge(corpus=rules.corpus, values=rules.values),
        )
    except SurrogateError as error:
        raise Refused(_("What is labelled here cannot be replaced."), code="twin") from error
    proposals = {pk: layer.proposals for pk, layer in layers_of(turns, user).items()}
    names = {label.name: label for label in labels}
    look = looker_for(dialogue, user)
    marks = _marks(texts, result, turns, proposals, names, look)
    drawn = {turn.pk for turn in (turns if whole else near)}
    return Twin(
        [
            TwinTurn(turn, list(cut_pieces(turn.text, row, extra=turn.extra, tokens=False)))
            for turn, row in zip(turns, marks, strict=True)
            if turn.pk in drawn
        ],
        sum(map(_count_staying, marks)),
        sum(
            _count_staying(row)
            for turn, row in zip(turns, marks, strict=True)
            if turn.pk == item.turn_id
        ),
    )


def _count_staying(row: Iterable[Mark]) -> int:
    return sum(mark.label is None and not mark.is_weak for mark in row)


def _key(item: QueryItem, user: User, session: str) -> bytes:
    """Of this draw alone: the release's key cannot be had from it, nor its draws compared."""
    project_key = bytes(item.batch.project.surrogate_key)
    return hmac.digest(project_key, f"twin {user.pk} {session}".encode(), hashlib.sha256)


def _marks(
    texts: Texts,
    result: Result,
    turns: Sequence[Turn],
    proposals: Mapping[int, Sequence[Span]],
    labels: Mapping[str, Label],
    look: Look,
) -> list[list[Mark]]:
    """What is replaced in each turn, and what stays although it looks personal."""
    replaced: list[list[Replacement]] = [[] for _turn in turns]
    for each in result.replacements:
        replaced[each.turn].append(each)
    leaks = _leaks(result, replaced)
    marks = []
    for number, turn in enumerate(turns):
        out = [
            Mark(each.start, each.end, labels[each.label], each.surrogate)
            for each in replaced[number]
            if each.surrogate.casefold() != each.original.casefold()
        ]
        said = [*leaks[number], *(Bounds(p.start, p.end) for p in proposals[turn.pk])]
        marks.append([*out, *_staying(turn.text, out, said, look)])
    return marks


def _leaks(result: Result, replaced: Sequence[Sequence[Replacement]]) -> list[list[Bounds]]:
    """Where an original can still be read, by the places of the texts that were labelled."""
    places: list[list[Bounds]] = [[] for _turn in replaced]
    for leak in result.leaks:
        before = [each for each in replaced[leak.turn] if each.new_end <= leak.start]
        moved = sum((r.new_end - r.new_start) - (r.end - r.start) for r in before)
        places[leak.turn].append(Bounds(leak.start - moved, leak.end - moved))
    return places


def _staying(text: str, out: Sequence[Mark], said: Iterable[Bounds], look: Look) -> Iterator[Mark]:
    """Places outside what is replaced: `said` to be personal, and those that look it."""
    taken: list[Mark] = list(out)
    signs = list(text)
    said = [place for place in said if place.end <= len(text)]
    known = [(mark.start, mark.end) for mark in out] + [(low, high) for low, high in said]
    for start, end in [*known, *unspoken(text)]:
        signs[start:end] = HIDDEN * (end - start)
    found = look("".join(signs), text, any(map(str.isupper, text)))
    for place in [*(Likely(*each, True) for each in sorted(said)), *found]:
        if not any(overlaps(place, mark) for mark in taken):
            mark = Mark(place.start, place.end, is_weak=not place.is_firm)
            taken.append(mark)
            yield mark
