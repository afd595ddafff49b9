"""The learning page's figures as rows and cells that its templates write: the curve's table, which
is also what the drawn curve is made of, the heat table, and the bars of weak labels.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Label, TrainingRun
from annotation.models.run_records import Details
from annotation.services.figures import grouped, of_hundred, percent, short_share
from annotation.services.learning.page import Compared, Learning, Point
from annotation.services.learning.words import model_name, signed
from webapp.charts.curve import percent as bar_width
from webapp.templatetags.spans import label_name
from webapp.templatetags.team import as_time, share

OUTSIDE = "O"
WORST, FEW = 6, 5  # labels beside the curve; words of a label below which its share says nothing
MISTAKES = 3  # kinds of them that are told in sentences
AXES = ("turns", "tokens", "edits", "seconds")
COST_AXES = {"turns": "turns", "tokens": "tokens", "spans": "edits", "seconds": "seconds"}


@dataclass(frozen=True, slots=True)
class CurveRow:
    """A point of the curve as a row of the table."""

    series: str  # "rounds", "chance" or "large"
    name: str
    costs: list[tuple[str, str]]  # by axis, as a plain number or "" where unknown
    shown: list[str]
    point: Point
    say: str  # what a screen reader hears
    proposes: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A label as it looks: its name for people, key and colour family."""

    name: str
    key: str
    family: str


@dataclass(frozen=True, slots=True)
class HeatCell:
    """Tokens of one gold label that got one predicted label."""

    text: str
    kind: str  # "right", "wrong", or "rest" for what is no label on either side
    heat: int  # 0..5: what is right, by the share of its row; mistakes, by the most frequent one
    title: str


@dataclass(frozen=True, slots=True)
class Heat:
    heads: list[Look]
    rows: list[tuple[Look, int, list[HeatCell]]]


def draw_rows(learning: Learning) -> list[CurveRow]:
    """The measured rounds, then what chance gave, in order of cost."""
    rows = []
    for model in learning.measured:
        point = model.point
        assert point is not None
        series = "large" if model.is_large else "rounds"
        rows.append(_row(series, model_name(model), point, proposes=model.proposes))
    return rows + [_row("chance", _("Drawn by chance"), point) for point in learning.chance]


def _row(series: str, name: str, point: Point, *, proposes: bool = False) -> CurveRow:
    values = [getattr(point, axis) for axis in AXES]
    plain = ["" if value is None else f"{value:g}" for value in values]
    shown = ["–" if value is None else grouped(value) for value in values[:3]]
    shown.append(as_time(values[3]) if values[3] is not None else "–")
    found = of_hundred(point.recall)
    if point.is_bound:
        found = _("at least %(f1)s") % {"f1": found}
    say = _("%(name)s finds %(found)s of 100") % {"name": name, "found": found}
    if point.named_recall is not None:
        named = {"said": say, "named": of_hundred(point.named_recall)}
        say = _("%(said)s, %(named)s rightly named") % named
    return CurveRow(series, name, list(zip(AXES, plain, strict=True)), shown, point, say, proposes)


def looks_of(labels: Iterable[Label]) -> dict[str, Look]:
    return {each.name: Look(label_name(each.name), each.key, each.family) for each in labels}


def _look(name: str, looks: Mapping[str, Look]) -> Look:
    if name == OUTSIDE:
        return Look(_("no label"), "", "other")
    return looks.get(name) or Look(name, "", "other")


def draw_heat(run: TrainingRun, looks: Mapping[str, Look]) -> Heat | None:
    """Gold label by predicted label in tokens; None where the model was not measured."""
    table = Details.from_json(run.details).confusion or {}
    if not table:
        return None
    names = {*table, *(name for row in table.values() for name in row)}
    place = {name: number for number, name in enumerate(looks)}
    order = sorted(names - {OUTSIDE}, key=lambda name: (place.get(name, len(place)), name))
    order.append(OUTSIDE)
    # What the model never says is no column: its words stand under what it said instead.
    said = [n for n in order if n == OUTSIDE or any(row.get(n) for row in table.values())]
    mistakes = [n for gold, row in table.items() for found, n in row.items() if gold != found]
    most = max(mistakes, default=0) or 1
    rows = []
    for gold in order:
        row = table.get(gold, {})
        total = sum(row.values())
        # What is no label at all is most of every text: false alarms are shown among themselves.
        whole = total - row.get(OUTSIDE, 0) if gold == OUTSIDE else total
        cells = [_cell(gold, name, row.get(name, 0), whole, most, looks) for name in said]
        rows.append((_look(gold, looks), total, cells))
    return Heat([_look(name, looks) for name in said], rows)


def say_mistakes(run: TrainingRun, looks: Mapping[str, Look]) -> tuple[list[str], int]:
    """What the model gets wrong most, in sentences, and how many words it gets wrong otherwise."""
    table = Details.from_json(run.details).confusion or {}
    mistakes = [
        (tokens, gold, found)
        for gold, row in table.items()
        for found, tokens in row.items()
        if gold != found and tokens
    ]
    mistakes.sort(key=lambda each: (-each[0], each[1], each[2]))
    told = [_say_mistake(*each, looks) for each in mistakes[:MISTAKES]]
    return told, sum(tokens for tokens, _gold, _found in mistakes[MISTAKES:])


def _say_mistake(tokens: int, gold: str, found: str, looks: Mapping[str, Look]) -> str:
    values = {
        "n": grouped(tokens),
        "gold": _look(gold, looks).name,
        "found": _look(found, looks).name,
    }
    if found == OUTSIDE:
        text = ngettext("%(gold)s: %(n)s word missed", "%(gold)s: %(n)s words missed", tokens)
    elif gold == OUTSIDE:
        text = ngettext(
            "%(n)s ordinary word called %(found)s",
            "%(n)s ordinary words called %(found)s",
            tokens,
        )
    else:
        text = ngettext(
            "%(gold)s: %(n)s word taken for %(found)s",
            "%(gold)s: %(n)s words taken for %(found)s",
            tokens,
        )
    told = text % values
    return told[:1].upper() + told[1:]


def _cell(
    gold: str, found: str, tokens: int, whole: int, most: int, looks: Mapping[str, Look]
) -> HeatCell:
    kind = "rest" if gold == found == OUTSIDE else "right" if gold == found else "wrong"
    part = tokens / whole if whole and kind != "rest" else 0.0
    depth = tokens / most if kind == "wrong" else part
    heat = 0 if not tokens else min(5, 1 + int(depth * 5))
    values = {
        "n": grouped(tokens),
        "gold": _look(gold, looks).name,
        "found": _look(found, looks).name,
        "share": percent(part),
    }
    title = ngettext(
        "%(n)s token of %(gold)s called %(found)s (%(share)s)",
        "%(n)s tokens of %(gold)s called %(found)s (%(share)s)",
        tokens,
    )
    return HeatCell(grouped(tokens) if tokens else "", kind, heat, title % values)


def draw_weakest(run: TrainingRun, looks: Mapping[str, Look]) -> list[tuple[Look, str, str, str]]:
    """Labels, with F1 as text and as the width of a bar, and tokens of gold; weakest first."""
    return [
        (
            _look(weak.label, looks),
            share(weak.f1),
            bar_width(weak.f1, 1),
            grouped(weak.n),
        )
        for weak in Details.from_json(run.details).weakest or ()
    ]


def draw_found(run: TrainingRun, looks: Mapping[str, Look]) -> list[tuple[Look, str, str, str]]:
    """Labels with how many of 100 of their words are found, whatever they are called: as text and
    as the width of a bar, and their words; those found least first."""
    table = Details.from_json(run.details).confusion or {}
    rows = []
    for gold, row in table.items():
        words = sum(row.values())
        if gold != OUTSIDE and words:
            rows.append((1 - row.get(OUTSIDE, 0) / words, gold, words))
    said = [each for each in rows if each[2] >= FEW] or rows
    said.sort(key=lambda each: (each[0], -each[2], each[1]))
    return [
        (_look(gold, looks), of_hundred(part), bar_width(part, 1), grouped(words))
        for part, gold, words in said[:WORST]
    ]


def draw_compared(
    compared: Compared, looks: Mapping[str, Look]
) -> tuple[list[tuple[Look, str, str, str, str, str, int]], list[str]]:
    """Each label of both models: F1, F1, difference, its interval, how it is marked, tokens; and
    the names of those that neither finds."""
    neither = compared.neither
    rows = [
        (Look(_("Personal or not"), "", ""), compared.whole),
        (Look(_("With the right label"), "", ""), compared.named),
        *((_look(name, looks), row) for name, row in compared.rows.items() if name not in neither),
    ]
    drawn = []
    for look, row in rows:
        mark = "" if not row.is_clear else "up" if row.difference > 0 else "down"
        interval = _("%(low)s to %(high)s") % {"low": signed(row.low), "high": signed(row.high)}
        first, second = short_share(row.first, 3), short_share(row.second, 3)
        drawn.append((look, first, second, signed(row.difference), interval, mark, row.support))
    return drawn, [_look(name, looks).name for name in neither]
