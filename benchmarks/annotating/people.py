"""Simulated annotators: each labels the tokens of a turn, takes steps back, opens it again.

Every tenth label is sent twice, as after a lost answer; `lost_labels` then counts what the server
acknowledged and does not hold exactly once.
"""

import threading
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import numpy as np
from annotating.calls import Session
from annotating.texts import ASKED, ORDINARY, token

PAUSE = 3.0  # seconds between the actions of one person, on average
FORM = "application/x-www-form-urlencoded"


@dataclass
class Person:
    """One annotator's session, her item, the turns that she labels, and what the server said."""

    session: Session
    project: str
    reader: int
    item: int
    label: int
    turns: list[tuple[int, int]]  # turn id and the version of her reading that she saw
    place: int = 0
    saved: list[tuple[int, int]] = field(default_factory=list)  # (turn, start), acknowledged
    save_ms: list[float] = field(default_factory=list)
    undo_ms: list[float] = field(default_factory=list)
    open_ms: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def page(self) -> str:
        return f"/p/{self.project}/label/{self.item}"

    @property
    def is_through(self) -> bool:
        return self.place >= len(self.turns) * self._tokens

    @property
    def _tokens(self) -> int:
        """Tokens that she may label in each turn: all of a long one, or one in three."""
        return ASKED if len(self.turns) == 1 else ORDINARY // 3

    def save(self) -> float:
        """Label the next token; milliseconds."""
        index, number = divmod(self.place, self._tokens)
        start, end = token(number if len(self.turns) == 1 else 3 * number + 1)
        fields = {"start": start, "end": end, "label": self.label}
        op_id, took = uuid.uuid4(), 0.0
        for _ in range(2 if self.place % 10 == 9 else 1):
            took, done = self._step(index, "spans", op_id, fields)
            self.save_ms.append(took)
        if not done:
            return took
        self.saved.append((self.turns[index][0], start))
        self._seen(index)
        self.place += 1
        return took

    def undo(self) -> float:
        """Take back the last label; milliseconds."""
        turn, _start = self.saved[-1]
        index = next(n for n, (pk, _version) in enumerate(self.turns) if pk == turn)
        took, done = self._step(index, "undo", uuid.uuid4(), {})
        self.undo_ms.append(took)
        if done:
            self.saved.pop()
            self._seen(index)
        return took

    def open(self, query: str = "") -> float:
        answer = self.session.call("GET", self.page + query)
        if answer.status != 200:
            self.errors.append(f"open: {answer.status}")
        self.open_ms.append(answer.ms)
        return answer.ms

    def _step(
        self, index: int, verb: str, op_id: uuid.UUID, fields: dict[str, int]
    ) -> tuple[float, bool]:
        turn, version = self.turns[index]
        every = {"op_id": op_id, "version": version, "reader": self.reader, "item": self.item}
        path = f"/p/{self.project}/turns/{turn}/{verb}"
        answer = self.session.call("POST", path, urlencode(every | fields), FORM)
        if answer.status != 200:
            self.errors.append(f"{verb}: {answer.status}")
        return answer.ms, answer.status == 200

    def _seen(self, index: int) -> None:
        turn, version = self.turns[index]
        self.turns[index] = (turn, version + 1)

    def work(self, seconds: float, seed: int) -> None:
        """Act every three seconds or so until the time is over."""
        rng = np.random.default_rng(seed)
        until = time.monotonic() + seconds
        time.sleep(rng.uniform(0, PAUSE))
        while time.monotonic() < until and not self.is_through:
            act = rng.random()
            if act < 0.2:
                self.open()
            elif act < 0.25 and self.saved:
                self.undo()
            else:
                self.save()
            time.sleep(rng.exponential(PAUSE))


class Crowd:
    """Everybody works at once, in threads, until the block ends."""

    def __init__(self, people: Sequence[Person], seconds: float) -> None:
        self.people = people
        self.threads = [
            threading.Thread(target=person.work, args=(seconds, seed), daemon=True)
            for seed, person in enumerate(people)
        ]

    def __enter__(self) -> "Crowd":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        for thread in self.threads:
            thread.join()


def lost_labels(people: Sequence[Person]) -> int:
    """Labels that were acknowledged and are not there, are there twice, or were never asked for."""
    from annotation.models import Span

    lost = 0
    for person in people:
        turns = [turn for turn, _version in person.turns]
        spans = Span.objects.filter(
            turn__in=turns, reading__reader=person.reader, label=person.label
        )
        there = Counter(spans.values_list("turn_id", "start"))
        told = Counter(person.saved)
        lost += (told - there).total() + (there - told).total()
    return lost
