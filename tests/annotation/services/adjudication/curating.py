"""A turn that several people have read, and a curator's hands: what tests of adjudication share."""

import uuid
from collections.abc import Callable
from typing import Any

from annotation.models import Reading, Step, Turn
from annotation.services.adjudication import decisions
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.corpus.differences import case_of
from annotation.services.corpus.gold import settle_turn
from tests.labelled import label

Said = list[tuple[str, str]]
NAME, SURNAME = ("Francisco", "male name"), ("Olabarri", "surname")
BOTH, PLACE = ("Francisco Olabarri", "male name"), ("Bilbao", "place")


def reads(turn: Turn, user: Any, said: Said) -> Reading:
    """A person reads the turn to the end; what all say is settled as the queue does it."""
    label(turn, user, said)
    reading, _new = Reading.objects.update_or_create(
        turn=turn, reader=user, layer="reader", defaults={"status": "done"}
    )
    settle_turn(turn)
    return reading


class Curator:
    """A curator's steps, each with a fresh id on the version that she sees."""

    def __init__(self, turn: Turn, user: Any) -> None:
        self.turn, self.user = turn, user

    def __call__(self, service: Callable[..., Step], **values: Any) -> Step:
        step = {"op_id": uuid.uuid4(), "version": case_of(self.turn).version} | values
        return service(self.turn, self.user, **step)

    def take(self, reader: Any, place: int = 0, **values: Any) -> Step:
        """Take the word of a reader, or of nobody (None)."""
        case = case_of(self.turn)
        order = decisions.column_order(self.turn.dialogue, case.readings)
        choice = [r.reader_id for r in order].index(reader.pk) + 1 if reader else 0
        difference = case.compared.differences[place]
        where = {"start": difference.start, "end": difference.end}
        return self(decisions.take_reading, **where, choice=choice, **values)

    def label(self, words: str, name: str) -> Step:
        start = self.turn.text.index(words)
        chosen = self.turn.dialogue.project.labels.get(name=name)
        where = {"start": start, "end": start + len(words)}
        return self(decisions.label_gold, **where, label=chosen)

    def clear(self, words: str) -> Step:
        start = self.turn.text.index(words)
        return self(decisions.clear_gold, start=start, end=start + len(words))

    def move(self, words: str, to: str) -> Step:
        start, there = self.turn.text.index(words), self.turn.text.index(to)
        bounds = {"start": start, "end": start + len(words), "to": (there, there + len(to))}
        return self(decisions.move_gold, **bounds)

    def undo(self) -> Step:
        return self(decisions.undo_step)

    def redo(self) -> Step:
        return self(decisions.redo_step)


def gold(turn: Turn) -> set[tuple[str, str]] | None:
    """What the corpus learns from: the turn's gold, None while nothing is settled."""
    found = gold_spans(turn.dialogue.project)
    if turn.pk not in found:
        return None
    return {(turn.text[s.start : s.end], s.label.name) for s in found[turn.pk]}
