"""Ages beside each other: "ella tiene 14 años, dos más que Hugo, que tiene 12".

What dates tie down is given; the others are moved so that what is said of them stays true: who is
older, the few years between two of them, an age that is the sum of two ("54, born when he was 27"),
the stage of life. All move by the same years where they can. What is said to lie between two ages
stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from surrogates import draw, notices
from surrogates.dates.calendars import Calendar, Form, joined
from surrogates.dates.lives import school
from surrogates.dates.lives.ages import OLDEST, Age, ages_of, counts_before
from surrogates.dates.lives.figures import write_figures
from surrogates.dates.lives.legal import is_legal, of_trades
from surrogates.dates.lives.passing import Passed, sums_said
from surrogates.dates.lives.writing import set_age, written
from surrogates.dates.runs import calendars_of
from surrogates.folding import words, words_apart
from surrogates.labels import Kind
from surrogates.notices import Notice
from surrogates.scene import Scene

CLOSE = 5  # years between two ages that are kept: of siblings, a couple, a birthday to come
FARTHEST = 6  # years that an age moves, or ten where it is said roundly
PARENT = 16  # years between two ages that are not made fewer
GROWN_UP = 18
RETIRED = 65
STAGES = (0, 6, 11, 15, GROWN_UP, 26, RETIRED)  # first years of the stages of a life
_AFTER = 2  # words behind an age that may say that it is a difference
_BIRTHDAY = 60  # characters behind an age that may say the next one
_BETWEEN = 3  # turns between two ages and what lies between them
_CLAUSE = 40  # characters around a number that may say that it lies between two ages
_CHILD = 2  # years that a child moves out of its stage of life
_FEW = 3  # ways to move all ages alike, below which they move each on its own
_YOUNG, _NEAR = 30, 3  # years
_STEPS = 5000  # of the search, for one rule

Ages = dict[int, int]  # old value -> new


@dataclass(frozen=True, slots=True)
class _Rule:
    """What the new ages must keep; the first rule that they can keep is taken."""

    stages: Sequence[int] = (0, GROWN_UP)
    articles: bool = False  # what stands before an age still fits
    parted: bool = True  # an age and the one that it was then need not move together
    stays: bool = False  # an age may stay as it was
    sums: bool = True
    classes: bool = True  # who is of an age for a class of school is so
    limits: bool = True  # nobody passes an age of law, or of trades


_RULES = (
    _Rule(STAGES, articles=True, parted=False),
    _Rule(articles=True, parted=False),
    _Rule(articles=True),
    _Rule(STAGES, parted=False),
    _Rule(parted=False),
    _Rule(),
    _Rule(limits=False),  # the one who has retired is another
    _Rule(stays=True),
    _Rule(stays=True, sums=False),
    _Rule(stays=True, sums=False, classes=False),
)


def move_ages(
    scene: Scene,
    tied: Mapping[int, int],
    since: Mapping[int, int],
    passed: Sequence[Passed] = (),
) -> None:
    """Writes all ages anew, once the numbers are written. `tied`: what those become that dates
    tie down, by the index of their mention; `since`: the same of years counted since a year;
    `passed`: what passed since the years that are said."""
    calendar = calendars_of(scene)[0]
    every = list(ages_of(scene, calendar))
    apart = [e for e in _differences(scene, every, calendar) if e[0].item.index not in tied]
    every = [a for a in every if all(a is not difference for difference, _, _ in apart)]
    for age in every:
        if age.item.index in since:
            _write(scene, age, since[age.item.index], calendar, notices.AGE_TIED)
    every = [age for age in every if age.item.index not in since]
    new = _move(scene, every, tied, passed, calendar)
    write_figures(scene, new, calendar)
    for age, one, two in apart:
        years = abs(new.get(one, one) - new.get(two, two))
        _write(scene, age, years, calendar, notices.AGE_TIED)


def _differences(
    scene: Scene, ages: Sequence[Age], calendar: Calendar
) -> Iterator[tuple[Age, int, int]]:
    """What is said to lie between two ages, and these: "so [three] years between them"."""
    lives = [a for a in ages if a.item.kind is Kind.AGE and a.unit == "year"]
    read = {age.item.index for age in ages}
    bare = counts_before(scene, calendar.phrases("apart"), calendar)
    for age in [*ages, *(age for age in bare if age.item.index not in read)]:
        if age.unit != "year" or not _says_difference(scene, age, calendar):
            continue
        near = [a for a in lives if a is not age and abs(a.item.turn - age.item.turn) <= _BETWEEN]
        pairs = ((a.value, b.value) for a, b in combinations(near, 2))
        pair = next((p for p in pairs if abs(p[0] - p[1]) == age.value), None)
        if pair is not None:
            yield age, *pair


def _says_difference(scene: Scene, age: Age, calendar: Calendar) -> bool:
    if _lies_between(scene, age, calendar):
        return True
    around = f"{scene.before(age.item)[-_CLAUSE:]} | {scene.after(age.item)[:_CLAUSE]}"
    said = words_apart(around)  # "d'écart"
    return not calendar.phrases("between_ages").keys().isdisjoint(said)


def _move(
    scene: Scene,
    every: list[Age],
    tied: Mapping[int, int],
    passed: Sequence[Passed],
    calendar: Calendar,
) -> Ages:
    """Writes the ages; what each value became, as far as it is a year's."""
    told = {a.item.index for a in every if stays_told(scene, a, calendar)}
    laws = [a for a in every if is_legal(scene, a, calendar) and a.item.index not in told]
    for age in laws:
        _stay(scene, age, notices.AGE_OF_LAW)
    every = [age for age in every if age not in laws]
    tied = {**tied, **{a.item.index: a.value for a in every if a.item.index in told}}
    given = [age for age in every if age.item.index in tied]
    rest = [age for age in every if age.item.index not in tied and age.unit == "year"]
    fixed: Ages = {}
    for age in given:
        if age.unit == "year":
            fixed.setdefault(age.value, tied[age.item.index])
        stays = notices.AGE_TOLD if age.item.index in told else notices.AGE_TIED
        _write(scene, age, tied[age.item.index], calendar, stays)
    free: list[Age] = []
    for age in rest:
        if _lies_between(scene, age, calendar):
            _stay(scene, age, notices.DATE_RELATIVE)
        elif age.item.kind is not Kind.AGE:
            if any(abs(age.value - value) == 1 for value in fixed):
                free.append(age)
        elif age.value == 1 and scene.surrogates[age.item.index] == age.item.text:
            fixed.setdefault(1, 1)  # "one year": no other number agrees with the noun
        else:
            free.append(age)
    if not free:
        return fixed
    sums = list(sums_said(scene, [*given, *free], passed, calendar))
    stream = draw.Stream(scene.seed("ages", "", [age.item for age in free]))
    of_law = frozenset(age.value for age in laws)
    young = any(age.value < _YOUNG for age in free)
    years = {-each.old: each.new for each in passed}
    order, limits = _in_order(stream, young=young), of_trades(scene) | of_law
    mover = _Mover(scene, free, fixed, sums, years, calendar, order, limits, of_law)
    new = mover.moved()
    for age in free:
        _write(scene, age, new[age.value], calendar, notices.AGE_TIED)
    return fixed | new


def _in_order(stream: draw.Stream, *, young: bool) -> list[int]:
    """Years by which ages move; where somebody is young a few are much, so they come last."""
    near = [*range(-FARTHEST, 0), *range(1, FARTHEST + 1)]
    order = stream.shuffled(near)
    order.sort(key=lambda years: young and abs(years) > _NEAR)
    return [*order, *stream.shuffled([-10, 10])]


def _write(scene: Scene, age: Age, new: int, calendar: Calendar, stays: Notice) -> None:
    text = written(age, new, calendar)
    if not text:
        if new == age.value or age.about:
            lasts = age.unit != "year" or age.item.kind is not Kind.AGE  # "five nights"
            _stay(scene, age, notices.DATE_RELATIVE if lasts else stays)
        else:
            scene.surrogates[age.item.index] = age.item.text
            scene.raise_issue(notices.BIRTH_UNLIKE, age.item)
        return
    set_age(scene, age.item, text)
    if not _suits(scene, age, text, calendar):
        scene.raise_issue(notices.ARTICLE_DISAGREES, age.item)


def _stay(scene: Scene, age: Age, reason: Notice) -> None:
    scene.withdraw(notices.NUMBER_UNKNOWN, age.item)  # "quarantè" is read here alone
    scene.surrogates[age.item.index] = age.item.text
    if age.item.index not in scene.told:  # a count that stays has its issue
        scene.raise_issue(reason, age.item)


def _suits(scene: Scene, age: Age, text: str, calendar: Calendar) -> bool:
    """Whether an age may stand behind what the old one does: "an 81-year-old"."""
    before = scene.before(age.item)
    agreed = joined(calendar.lang, before, age.item.text) == before
    return not agreed or joined(calendar.lang, before, text) == before


def _lies_between(scene: Scene, age: Age, calendar: Calendar) -> bool:
    following = words(re.split(r"[.,;:!?]", scene.after(age.item)[:30])[0])[: _AFTER + 2]
    if calendar.phrases("unit").keys() & set(following[:1]):
        following = following[1:]  # "[drei] Jahre jünger"
    said = {" ".join(following[:size]) for size in range(1, _AFTER + 1)}
    return not said.isdisjoint(calendar.phrases("apart"))


def stays_told(scene: Scene, age: Age, calendar: Calendar) -> bool:
    """Whether the next birthday is said outside the labels ("tengo [66], cumplo 67"), or a class
    that is named by this age."""
    item = age.item
    if item.kind is not Kind.AGE or age.unit != "year":
        return False
    if school.told(scene, calendar, age.value):
        return True
    later = [i.start for i in scene.items if i.turn == item.turn and i.start >= item.end]
    text = scene.dialogue.turns[item.turn].text
    following = words(text[item.end : min([*later, item.end + _BIRTHDAY])])
    cues = calendar.phrases("age").keys() | calendar.phrases("turns").keys()
    birthdays = (
        calendar.read_number(" ".join(said)) if not said[0].isdecimal() else Form(int(said[0]), "")
        for at, word in enumerate(following)
        if word in cues
        for size in range(1, _AFTER + 2)
        if (said := following[at + 1 : at + 1 + size])
    )
    return any(form is not None and form.value == age.value + 1 for form in birthdays)


def is_round(scene: Scene, calendar: Calendar, value: int) -> bool:
    """Whether an age is said to be a round one: "ein runder Geburtstag"."""
    cues = calendar.phrases("round")
    return not value % 10 and any(f" {c} " in line for line in scene.outside_text for c in cues)


@dataclass
class _Mover:
    """Finds new ages that keep what the old ones said."""

    scene: Scene
    free: Sequence[Age]
    fixed: Ages
    sums: Sequence[tuple[int, int, int]]
    years: Ages  # that passed since a year, below zero: no ages
    calendar: Calendar
    moves: Sequence[int]  # in the order in which they are tried
    limits: frozenset[int] = frozenset()  # who is older than that stays so: ages of trades, and
    laws: frozenset[int] = frozenset()  # of law

    def moved(self) -> Ages:
        for rule in _RULES:
            new = self._by(rule)
            if new is not None:
                return new
        return {age.value: age.value for age in self.free} | self.fixed

    def _by(self, rule: _Rule) -> Ages | None:
        new, blocks = dict(self.fixed), []
        for block in self._blocks(rule):
            ties = [value for value in block if value in self.fixed]
            if not ties:
                blocks.append(block)
            for value in block if ties else ():
                near = min(ties, key=lambda tie: abs(tie - value))
                new.setdefault(value, value + self.fixed[near] - near)
        options = [
            [move for move in self._moves(rule) if all(self._may(v, move, rule) for v in block)]
            for block in blocks
        ]
        if not self._holds(new, rule):
            return None
        # What lies between any two stays where it can, and where that does not tell the move.
        alike = [
            moved
            for move in self._moves(rule)
            if all(move in own for own in options)
            and self._holds(moved := new | {v: v + move for block in blocks for v in block}, rule)
        ]
        if len(alike) >= (_FEW if len(blocks) > 1 else 1):
            return alike[0]
        self._left = _STEPS
        return self._search(new, blocks, options, rule)

    def _moves(self, rule: _Rule) -> list[int]:
        """As dates move the ages that they tie down, else in keyed order."""
        tied = [self.fixed[value] - value for value in self.fixed]
        first = [move for move in dict.fromkeys(tied) if move]
        return [*first, *self.moves, *([0] if rule.stays else [])]

    def _search(
        self,
        new: Ages,
        blocks: Sequence[Sequence[int]],
        options: Sequence[Sequence[int]],
        rule: _Rule,
    ) -> Ages | None:
        if not blocks:
            return new
        for move in options[0]:
            self._left -= 1
            tried = new | {value: value + move for value in blocks[0]}
            if self._left > 0 and self._holds(tried, rule):
                found = self._search(tried, blocks[1:], options[1:], rule)
                if found is not None:
                    return found
        return None

    def _blocks(self, rule: _Rule) -> list[list[int]]:
        """Ages that only a few years part: they move together."""
        values = sorted({*self.fixed, *(age.value for age in self.free)})
        apart = {(then, now) for now, then, _ in self.sums} if rule.parted else set()
        blocks = [values[:1]]
        for one, two in pairwise(values):
            if two - one > CLOSE or (one, two) in apart:
                blocks.append([])
            blocks[-1].append(two)
        return blocks

    def _may(self, value: int, move: int, rule: _Rule) -> bool:
        new = value + move
        if not 0 < new < OLDEST or stage(value, rule.stages) != stage(new, rule.stages):
            return False
        if value < GROWN_UP and abs(move) > _CHILD and rule.stages is not STAGES:
            return False
        if new % 10 and is_round(self.scene, self.calendar, value):
            return False
        limits = self.limits if rule.limits else self.laws
        if any((value > limit) != (new > limit) for limit in limits):
            return False
        if rule.classes and not school.suits(self.scene, self.calendar, value, new):
            return False
        suits = rule.articles and value not in self._unsuited
        return not move or self._written(value, new, suits)

    def _written(self, value: int, new: int, suits: bool) -> bool:
        """Whether all mentions of an age can say another one, and behind the words before them.

        In figures, only what a tie asks has more of them or fewer: 9 beside 12 becomes 10 beside
        13."""
        figures = any(a.number[:1].isdecimal() for a in self.free if a.value == value)
        if figures and len(str(value)) != len(str(new)):
            return False
        for age in self.free:
            text = written(age, new, self.calendar) if age.value == value else "-"
            fits = text == "-" or not suits or _suits(self.scene, age, text, self.calendar)
            if not text or not fits:
                return False
        return True

    @cached_property
    def _unsuited(self) -> set[int]:
        """Ages that no other one of a child, or of a grown-up, could replace: "an 18-year-old"."""
        return {
            age.value
            for age in self.free
            if not any(
                self._written(age.value, age.value + move, suits=True)
                for move in self.moves
                if stage(age.value, (0, GROWN_UP)) == stage(age.value + move, (0, GROWN_UP))
            )
        }

    @cached_property
    def _told(self) -> set[tuple[int, int]]:
        """An age and the one that it was in a year that is said."""
        return {(then, now) for now, then, since in self.sums if since < 0}

    def _holds(self, new: Ages, rule: _Rule) -> bool:
        """Whether order and sums are kept, as far as the ages are known."""
        order = sorted(new)
        for i, one in enumerate(order):
            for two in order[i + 1 :]:
                tied = (one in self.fixed and two in self.fixed) or (one, two) in self._told
                if not tied and new[two] - new[one] < min(two - one, PARENT):
                    return False
        known = self.years | new
        return not rule.sums or all(
            known[now] == known[then] + known[since]
            for now, then, since in self.sums
            if {now, then, since} <= known.keys() and not {now, then, since} <= self.fixed.keys()
        )


def stage(value: int, stages: Sequence[int]) -> int:
    return max((first for first in stages if first <= value), default=-1)
