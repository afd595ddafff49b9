"""The utility of each strategy on the evidence page: a dot with its deviation, and its figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.utility.types import AT, DIALOGUE_ACT, INTENT, LABELS
from annotation.services.figures import NO_BREAK, grouped, percent, short_share
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release.now import Now
from annotation.translatable import N_
from webapp.templatetags.intervals import place_of

TASKS = {
    LABELS: N_("Items found"),
    INTENT: N_("Intents of turns told"),
    DIALOGUE_ACT: N_("Dialogue acts of turns told"),
}
MODELS = {
    "crf": N_("the product's CRF"),
    "bert": N_("a fine-tuned encoder"),
    "flair": N_("a tagger of flair"),
    "linear": N_("a linear classifier of words"),
}
FEW = 10  # items of a label, below which its figure is not shown


@dataclass(frozen=True, slots=True)
class Row:
    """A strategy: how good what it teaches is, and how much worse than the originals."""

    title: str
    score: str
    lost: str  # in points
    own: str  # on texts replaced alike
    dot: str  # x in the drawing
    low: str
    high: str
    mark: str  # lo where more than a point is lost
    why: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the part shows."""

    sizes: str  # a sentence
    kept: bool
    rows: list[Row]
    costs: list[tuple[str, str]]  # strategy, the labels that cost it more than a point
    labels: list[tuple[str, str, str, str]]  # of `entity`: name, was, now, items
    not_run: list[str]  # a sentence for each repeat of a strategy that is in no figure


def draw_utility(_now: Now, figures: Mapping[str, Any] | None) -> Drawing | None:
    """None before anything was measured."""
    if not figures:
        return None
    rows = [row for row in figures["rows"] if AT not in row["strategy"]]
    entity = next((row for row in rows if row["strategy"] == "entity" and "labels" in row), None)
    return Drawing(
        _sizes(figures),
        bool(figures.get("kept")),
        [_row(row) for row in rows],
        [(strategy_title(row["strategy"]), ", ".join(row["costs"]))
         for row in rows if row.get("costs")],
        [_label(each) for each in entity["labels"]] if entity else [],
        [_not_run(row["strategy"], each) for row in rows for each in row.get("not_run", ())],
    )  # fmt: skip


def _sizes(figures: Mapping[str, Any]) -> str:
    text = ngettext(
        "%(task)s by %(model)s: %(measure)s, one repeat; learnt from %(learnt)s dialogues that "
        "every strategy lets out, tested on %(tested)s.",
        "%(task)s by %(model)s: %(measure)s, mean and deviation of %(repeats)s repeats; learnt "
        "from %(learnt)s dialogues that every strategy lets out, tested on %(tested)s.",
        figures["repeats"],
    )
    task, model = figures.get("task", LABELS), figures.get("model", "crf")
    return text % {
        "task": _(TASKS.get(task, task)),
        "model": _(MODELS.get(model, model)),
        "measure": figures["measure"],
        "repeats": figures["repeats"],
        "learnt": number_format(figures["learnt_from"]["mean"], 0),
        "tested": grouped(figures["test"]["dialogues"]),
    }


def strategy_title(name: str) -> str:
    """How people call a strategy."""
    titles = {each.name: str(each.title) for each in REPLACEMENT_CHOICES}
    return titles.get(name) or _("Originals")


def _row(row: Mapping[str, Any]) -> Row:
    title = strategy_title(row["strategy"])
    if "why" in row:
        why = _("nothing in it to learn from")
        if row.get("state") == "not run":
            why = _("not run: %(why)s") % {"why": _(row["why"])}
        return Row(title, "–", "", "", "", "", "", "", why)
    score, lost = row["original"], row["delta"]
    spread = score["deviation"] or 0.0
    return Row(
        title,
        _with_spread(short_share(score["mean"], 3), score, 1.0, 3),
        "" if row["left"] is None else _with_spread(_points(lost["mean"]), lost, 100.0, 1),
        short_share(row["replaced"]["mean"], 3) if row["replaced"] else "",
        place_of(score["mean"]),
        place_of(score["mean"] - spread),
        place_of(score["mean"] + spread),
        "lo" if row["left"] is not None and lost["mean"] < -0.01 else "",
    )


def _not_run(strategy: str, part: Mapping[str, Any]) -> str:
    text = _("%(strategy)s, repeat %(n)s, was not run: %(why)s")
    values = {"strategy": strategy_title(strategy), "n": part["repeat"], "why": _(part["why"])}
    return text % values


def _with_spread(text: str, figure: Mapping[str, Any], scale: float, decimals: int) -> str:
    if figure["deviation"] is None:
        return text
    spread = figure["deviation"] * scale
    shown = short_share(spread, decimals) if scale == 1.0 else number_format(spread, decimals)
    return f"{text}{NO_BREAK}±{NO_BREAK}{shown}"


def _points(share: float) -> str:
    sign = "−" if round(100 * share, 1) < 0 else "+" if round(100 * share, 1) > 0 else ""
    return f"{sign}{number_format(abs(round(100 * share, 1)), 1)}"


def _label(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    n = row["n"]
    if n < FEW:
        return row["name"], "–", "–", f"<{NO_BREAK}{FEW}"
    return row["name"], percent(row["was"]["mean"]), percent(row["now"]["mean"]), number_format(n)
