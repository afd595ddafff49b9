"""Figures that the data sheet tells in words and numbers, in lists and tables. Called by `sheet`.

Counts below 10 were hidden before: a figure may be the words "< 10".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language_info, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from annotation.evidence.bounds.reasons import OFF_LIST, SENTENCES
from annotation.evidence.bundle.few import FEW
from annotation.evidence.bundle.pictures import Marks, marks
from annotation.schemes import SCHEMES
from annotation.services.evidence.bundles import findings
from annotation.services.figures import NO_BREAK, grouped, percent, short_share
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.revision.rules import AS_IT_IS

# How many people a dialogue fits, in the order of the figures.
FIT = ("1–2", "3–4", "5–9", "10–49", "50–499", "500+")
BUILT_IN_NAMES = {label.name for scheme in SCHEMES.values() for label in scheme.labels}
PlainRows = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Used:
    """What a model scores that learnt from what a strategy writes, and what it lost."""

    title: str
    is_this: bool
    score: str
    lost: str
    marks: Marks
    why: str = ""


@dataclass(frozen=True, slots=True)
class EpsilonRow:
    """A label without what every label has in common."""

    label: str
    p: str
    delta: str
    outside: str
    epsilon: str
    why: str


def remains_rows(figures: Mapping[str, Any]) -> PlainRows:
    """What stays and tells; what is so of no dialogue has no row, but for the first two."""
    if not figures:
        return []
    rows: list[tuple[str, object]] = [
        (_("Dialogues whose details no other has (k = 1)"), figures.get("alone")),
        (_("The same of fewer than five dialogues (k < 5)"), figures.get("few")),
        (_("Dialogues that tell no such detail"), figures.get("silent") or None),
        (_("Words that one dialogue alone says"), figures.get("rare")),
    ]
    found = figures.get("found")
    if isinstance(found, Mapping):
        rows.append((_("Dialogues that one utterance would find"), findings.share_words(found)))
        rows.append((_("The same by chance"), findings.share_words(figures.get("chance")) or None))
    bars = figures.get("bars", ())
    if not fits_all(figures):
        for people, dialogues in zip(FIT, _about(bars), strict=False):
            title = _("Dialogues that %(n)s people fit") % {"n": people}
            rows.append((title, dialogues or None))
    rows.append(
        (
            _("Dialogues in a language without a public table"),
            figures.get("without_table") or None,
        )
    )
    return [(str(name), shown(value)) for name, value in rows if value is not None]


def fits_all(figures: Mapping[str, Any]) -> str:
    """ "All 86 dialogues fit 500 people or more", where that is so; else ""."""
    *fewer, many = figures.get("bars") or [0]
    if not many or any(fewer) or not isinstance(many, int):
        return ""
    return _("All %(n)s dialogues fit 500 people or more.") % {"n": grouped(many)}


def _about(bars: Sequence[object]) -> list[object]:
    """The bars as they are printed: where one is hidden the largest is rounded up."""
    known = [each for each in bars if isinstance(each, int)]
    if FEW not in bars or not known:
        return list(bars)
    largest = bars.index(max(known))
    return [f"~{shown(each)}" if at == largest else each for at, each in enumerate(bars)]


def exposure_rows(figures: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What a model remembers: bits by which a planted word stands out, never seen and seen most."""
    rows = []
    for row in figures.get("labels", ()):
        bits = _by_times(row)
        if bits:
            rows.append((str(row["label"]), _bits(bits[0][1]["mean"]), _bits(bits[-1][1]["mean"])))
    return rows


def exposure_sentence(figures: Mapping[str, Any]) -> str:
    """How to read them."""
    rows = [_by_times(row) for row in figures.get("labels", ()) if row.get("bits")]
    if not rows:
        return ""
    text = _(
        "Bits by which planted words stand out among others, once no text had them and once they "
        "stood in it %(n)s times: 0 tells nothing, %(most)s is the most."
    )
    return text % {"n": rows[0][-1][0], "most": _bits(figures["most"])}


def _by_times(row: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return sorted(row.get("bits", {}).items(), key=lambda each: int(each[0]))


def _bits(bits: float) -> str:
    return str(number_format(round(bits, 1), 1))


def shown(value: object) -> str:
    """A count as it is printed, or the words that stand for a small one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return grouped(value)
    return str(value).replace("< ", f"<{NO_BREAK}").replace("> ", f">{NO_BREAK}")


def day_words(day: str) -> str:
    parsed = parse_date(day)
    return date_format(parsed, "DATE_FORMAT") if parsed else day


def language_words(code: str) -> str:
    """ "es" -> "Spanish"; a code that Django does not know stays."""
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def label_words(name: str) -> str:
    """A label of a built-in scheme in the reader's language, any other as it is called."""
    return pgettext("label", name) if name in BUILT_IN_NAMES else name


def _title(strategy: str) -> str:
    titles = {choice.name: choice.title for choice in REPLACEMENT_CHOICES}
    titles[AS_IT_IS] = gettext_lazy("Originals")  # what a model learns that nothing was replaced in
    return str(titles.get(strategy, strategy))


def used_row(row: Mapping[str, Any], this: str) -> Used:
    """The mean score on original texts with its deviation, and what was lost, in points."""
    strategy = str(row.get("strategy", ""))
    score, delta = row.get("original"), row.get("delta")
    if not isinstance(score, Mapping):
        return Used(_title(strategy), strategy == this, "", "", marks(None), str(row["why"]))
    spread = score.get("deviation") or 0.0
    lost = ""
    if isinstance(delta, Mapping) and strategy != AS_IT_IS:
        lost = points(delta["mean"])
    share = {"value": score["mean"], "low": score["mean"] - spread, "high": score["mean"] + spread}
    text = short_share(score["mean"], 3)
    if score.get("deviation") is not None:
        text += f"{NO_BREAK}±{NO_BREAK}{short_share(spread, 3)}"
    return Used(_title(strategy), strategy == this, text, lost, marks(share))


def points(share: float) -> str:
    """A difference of shares in points of a hundred, with a true minus: -0.0184 -> "−1.8"."""
    tenths = round(100 * share, 1)
    sign = "−" if tenths < 0 else "+" if tenths > 0 else ""
    return f"{sign}{number_format(abs(tenths), 1)}"


def epsilon_row(row: Mapping[str, Any], common: list[str], few: set[str]) -> EpsilonRow:
    outside, why = row["outside"], [each for each in row["why"].split("; ") if each not in common]
    for share in (outside, f"< {percent(0.01)}"):  # a share has a column of its own
        said = _(SENTENCES[OFF_LIST]) % {"outside": share}
        if said in why:
            why.remove(said)
            outside = shown(share)
    p, delta = ("–", "–") if row["label"] in few else (row["p"], row["delta"])
    return EpsilonRow(label_words(row["label"]), p, delta, outside, row["epsilon"], "; ".join(why))
