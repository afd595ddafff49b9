"""A second reading in sentences, for the page and for the command. No text of a dialogue."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.audit.sampling import LIKELY, PROPOSED, REST
from annotation.evidence.audit.sequential import NOT_SHOWN, OPEN, SHOWN
from annotation.services.figures import duration, grouped, percent

Figures = Mapping[str, Any]


def stratum_name(name: str) -> str:
    return {
        PROPOSED: _("With a proposal"),
        LIKELY: _("Name or number, no proposal"),
        REST: _("The rest"),
    }[name]


def short(share: float) -> str:
    """.99, .9967; languages with a decimal comma keep the zero."""
    digits = max(2, min(4, len(f"{share:.4f}".rstrip("0")) - 2))
    text = str(number_format(round(share, digits), digits))
    return text.removeprefix("0") if text.startswith("0.") else text


def story(report: Figures) -> str:
    """What was met and what is to come, in two sentences."""
    values = {"recall": short(report["recall"]), "sure": percent(report["confidence"])}
    if report["outcome"] == SHOWN:
        told = _("The test has ended: a recall of %(recall)s is shown at %(sure)s.")
    elif report["outcome"] == NOT_SHOWN:
        told = _(
            "The test has ended: a recall of %(recall)s cannot be shown. Read again what the "
            "first reader read alone, and draw anew."
        )
    else:
        return f"{_met(report)} {_more(report)}".strip()
    return f"{_met(report)} {told % values}".strip()


def _met(report: Figures) -> str:
    if not report["turns"]["judged"]:
        return ""
    met, missed = report["met"], report["missed"]
    if not met:
        return _("What a second reader has read held no item yet.")
    values = {"n": grouped(met), "missed": grouped(missed)}
    if not missed:
        told = ngettext(
            "A second reader has met %(n)s item, and it was found.",
            "A second reader has met %(n)s items, all found.",
            met,
        )
    else:
        told = ngettext(
            "A second reader has met %(n)s item, and it was missed.",
            "A second reader has met %(n)s items, of which the first missed %(missed)s.",
            met,
        )
    return told % values


def _more(report: Figures) -> str:
    more = report["more"]
    if more is None:
        return _("The first readings hold no item, so nothing can be missed or found again.")
    least, expected = more["least"], more["expected"]
    values = {
        "items": grouped(least["items"]),
        "turns": grouped(least["turns"]),
        "recall": short(report["recall"]),
        "more": grouped(expected["items"]),
        "of": grouped(expected["turns"]),
        "time": timed(expected, more["seconds_a_turn"]),
        "truth": short(report["truth"]),
    }
    if more["seconds_a_turn"]:
        told = _(
            "At least %(items)s more items, in %(turns)s turns, show that readers find "
            "%(recall)s; about %(more)s in %(of)s turns, %(time)s, if they find %(truth)s."
        )
    else:
        told = _(
            "At least %(items)s more items, in %(turns)s turns, show that readers find "
            "%(recall)s; about %(more)s in %(of)s turns if they find %(truth)s."
        )
    return told % values


def timed(effort: Figures, pace: float | None) -> str:
    return duration(effort["turns"] * pace) if pace else ""


def remarks(report: Figures) -> Iterator[str]:
    """What else has happened to drawn turns, a sentence each."""
    turns = report["turns"]
    if beyond := turns["read"] - turns["judged"]:
        yield ngettext(
            "%(n)s turn more is read and counts when its sheet of 20 is through.",
            "%(n)s turns more are read and count when their sheets of 20 are through.",
            beyond,
        ) % {"n": grouped(beyond)}
    if n := report["undecided"]:
        yield ngettext(
            "%(n)s item waits for a curator, and counts as missed until then.",
            "%(n)s items wait for a curator, and count as missed until then.",
            n,
        ) % {"n": grouped(n)}
    if n := turns["changed"]:
        yield ngettext(
            "%(n)s turn was labelled otherwise since it was drawn; it counts as it was then.",
            "%(n)s turns were labelled otherwise since they were drawn; they count as they were.",
            n,
        ) % {"n": grouped(n)}
    if n := turns["skipped"]:
        yield ngettext(
            "%(n)s drawn turn was skipped and says nothing.",
            "%(n)s drawn turns were skipped and say nothing.",
            n,
        ) % {"n": grouped(n)}
    if n := turns["erased"]:
        yield ngettext(
            "%(n)s drawn turn was erased, with what was said of it.",
            "%(n)s drawn turns were erased, with what was said of them.",
            n,
        ) % {"n": grouped(n)}
    if report["outcome"] == OPEN and report["by_items"] == SHOWN:
        yield _(
            "Item by item it would be shown by now. But items of one turn may be missed together, "
            "so turns that hold an item are counted: %(n)s so far, something missed in %(missed)s."
        ) % {"n": grouped(report["holding"]), "missed": grouped(report["holding_missed"])}


def lines_of(summary: Figures) -> Iterator[str]:
    """What the command says of a plan or a report."""
    if "drawn" in summary:
        yield f"drawn: {summary['drawn']} turns, seed {summary['seed']}"
    if "fixed" in summary:
        yield from _plan_lines(summary)
    else:
        yield from _report_lines(summary)
    yield _row("stratum", "file", "share", "drawn", "share", "weight")
    for row in summary["strata"]:
        weight = "-" if row["weight"] is None else f"{row['weight']:.2f}"
        yield _row(
            stratum_name(row["name"]), row["file"], f"{row['share']:.1%}", row["drawn"],
            f"{row['drawn_share']:.1%}", weight,
        )  # fmt: skip


def _plan_lines(plan: Figures) -> Iterator[str]:
    fixed = ", ".join(f"{n} with {missed} missed" for missed, n in plan["fixed"].items())
    yield f"recall {plan['recall']:g} at {plan['confidence']:g}, fixed beforehand: {fixed}"
    ahead = plan["sequential"]
    yield (
        f"sequentially: from {ahead['least']} items on with none missed, about {ahead['expected']} "
        f"if the readers find {ahead['truth']:.4g}"
    )
    pace = plan["seconds_a_turn"]
    a_turn = f"{pace:g} s a turn" if pace else "no turn was timed yet"
    together = plan["items_together"]
    yield f"here: {plan['items_a_turn']:.2f} items a turn, {a_turn}"
    if together > 1:
        yield (
            f"{together:.2f} items count as one: those of one turn may be missed together, so "
            "turns that hold an item are counted"
        )
    for name in ("least", "expected"):
        row = plan[name]
        minutes = "" if row["minutes"] is None else f", {row['minutes']} minutes"
        yield f"{name}: {row['items']} items in {row['turns']} turns{minutes}"
    if plan["expected"]["turns"] > plan["available"]:
        yield f"only {plan['available']} turns can be drawn: all of them read twice end it as well"


def _report_lines(report: Figures) -> Iterator[str]:
    yield f"second reading: {report['state']}"
    if told := story(report):
        yield told
    yield from remarks(report)
    turns = report["turns"]
    yield ", ".join(f"{name} {turns[name]}" for name in ("drawn", "read", "judged", "waiting"))
    if share := report["estimate"]:
        yield (
            f"recall of the first readings, weighted: {share['value']:.4f} "
            f"({share['low']:.4f} to {share['high']:.4f}, 95 %)"
        )
    if capture := report["neither"]:
        high = "no end" if capture["high"] is None else capture["high"]
        yield (
            f"neither reader saw about {capture['neither']:.1f} items ({capture['low']} to {high}, "
            "95 %): too low where both overlook the same"
        )
        if capture["model"]:
            yield f"proposed by a model and marked by neither: {capture['model']}"


def _row(name: str, *cells: object) -> str:
    return f"{name:30.30}" + "".join(f"{cell:>10}" for cell in cells)
