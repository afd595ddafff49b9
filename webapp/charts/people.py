"""The people of a dialogue as shapes: a box for each, its forms below it, lines to relatives.

Coordinates are whole numbers, in a picture that is 344 wide and as high as it needs to be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from annotation.services.revision.shown.people import Portrait, ShownForm, ShownTie

SHOWN = 12  # people; of more, those with relatives or several forms come first
WIDTH, LEFT, BOX, FORM = 344, 28, 204, 160
HIGH, LOW, GAP, LANE = 46, 34, 18, 9  # heights, what stands between, room of a line
WORDS = 18  # height of a line of words
LONGEST, BOTH = 26, 22  # characters that fit a box, a form with what it becomes


@dataclass(frozen=True, slots=True)
class Box:
    y: int
    person: Portrait
    original: str
    surrogate: str
    turns: str
    forms: list["FormBox"]
    stem: str  # the line down to its forms


@dataclass(frozen=True, slots=True)
class FormBox:
    y: int
    form: ShownForm
    original: str
    surrogate: str
    turns: str


@dataclass(frozen=True, slots=True)
class Line:
    """From one person to another at the left edge, with an arrow; its words beside it."""

    path: str
    arrow: str
    x: int
    y: int
    tie: ShownTie


@dataclass(frozen=True, slots=True)
class Graph:
    width: int
    height: int
    boxes: list[Box]
    lines: list[Line]
    people: list[Portrait]  # all of them, for the list in words
    ties: list[tuple[str, ShownTie, str]]  # name, what, name
    left_out: int

    @property
    def says_more(self) -> bool:
        """Whether it tells more than the list of entities: who is whose, or what forms one has."""
        return bool(self.ties) or any(person.forms for person in self.people)

    @property
    def forms(self) -> int:
        return sum(max(len(person.forms), 1) for person in self.people)


def draw_people(people: Sequence[Portrait], ties: Sequence[ShownTie]) -> Graph:
    """Where everything stands."""
    tied = {place for tie in ties for place in (tie.of, tie.to)}
    ranked = sorted(people, key=lambda p: (p.number not in tied, len(p.forms) < 2, p.number))
    drawn = sorted(ranked[:SHOWN], key=lambda p: p.number)
    drawn_ties = [tie for tie in ties if {tie.of, tie.to} <= {p.number for p in drawn}]
    boxes: list[Box] = []
    above: dict[int, list[ShownTie]] = {}  # the words of a tie stand above whom it leads to
    for tie in drawn_ties:
        above.setdefault(tie.to, []).append(tie)
    y = 1
    for person in drawn:
        y += WORDS * len(above.get(person.number, ()))
        boxes.append(_box(person, y))
        y = (boxes[-1].forms[-1].y + LOW if boxes[-1].forms else y + HIGH) + GAP
    tops = {box.person.number: box.y for box in boxes}
    lines = [
        _line(tie, tops, lane, rank)
        for lane, (rank, tie) in enumerate(chain(*map(enumerate, above.values())))
    ]
    names = {person.number: person.name for person in people}
    return Graph(
        width=WIDTH,
        height=y,
        boxes=boxes,
        lines=lines,
        people=list(people),
        ties=[(names[tie.of], tie, names[tie.to]) for tie in ties],
        left_out=len(people) - len(drawn),
    )


def _box(person: Portrait, y: int) -> Box:
    forms = []
    at = y + HIGH + 10
    for form in person.forms:
        forms.append(
            FormBox(
                at,
                form,
                original := cut(form.original, max(BOTH // 2, BOTH - len(form.surrogate))),
                cut(form.surrogate, BOTH - len(original)),
                listed(form.turns),
            )
        )
        at += LOW + 8
    x = LEFT + 16
    rungs = "".join(f"M{x} {box.y + LOW // 2}h20" for box in forms if not box.form.is_near)
    stem = f"M{x} {y + HIGH}V{forms[-1].y + LOW // 2}{rungs}" if forms else ""
    return Box(
        y,
        person,
        cut(person.original, LONGEST),
        cut(person.surrogate, LONGEST),
        listed(person.turns),
        forms,
        stem,
    )


def _line(tie: ShownTie, tops: dict[int, int], lane: int, rank: int) -> Line:
    start, end = tops[tie.of] + HIGH // 2 + 8, tops[tie.to] + HIGH // 2 - 8
    x = LEFT - 6 - LANE * (lane % 3)
    path = f"M{LEFT} {start}H{x}V{end}H{LEFT}"
    arrow = f"M{LEFT - 5} {end - 4}l5 4l-5 4"
    return Line(path, arrow, LEFT + 4, tops[tie.to] - 7 - WORDS * rank, tie)


def cut(text: str, size: int) -> str:
    return text if len(text) <= size else f"{text[: size - 1]}…"


def listed(turns: Sequence[int]) -> str:
    """Turns in a row, the first of many."""
    return ", ".join(map(str, turns[:4])) + (" …" if len(turns) > 4 else "")
