"""What a team's figures mean, in sentences, and the places where readers differ, in their words.

Called by the team page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from annotation.models import Label
from annotation.services.figures import grouped, short_share
from annotation.services.labelling.pieces import Part, Piece, drawn_pieces
from annotation.services.team.agreement import ANY, Place, Report
from annotation.services.team.hits import ModelFigures
from annotation.services.team.progress import Progress
from learning.readings.disagreements import Disagreement
from learning.types import Span

FEW = 30  # turns below which figures may still turn round
FEW_ITEMS = 10  # with a label, below which its own figures say nothing
RELIABLE, TENTATIVE = 0.8, 0.667  # of alpha [Krippendorff04, 11]
AROUND = 32  # characters shown before and after what readers see differently


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a turn, a transcriber's marks told from its words."""

    pieces: Sequence[Piece]
    label: str = ""  # what a reader called it
    key: str = ""
    family: str = ""
    is_asked: bool = False  # readers called it differently

    @property
    def text(self) -> str:
        return "".join(part.text for piece in self.pieces for part in piece.parts)


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch that readers see differently: where, in what ways, and what each of them said.

    Readers have no names while the turn waits for adjudication.
    """

    place: Place
    kinds: list[str]
    sides: list[tuple[str, list[Excerpt]]]
    turn: int
    is_open: bool  # nothing is agreed there yet

    @property
    def once(self) -> list[Excerpt]:
        """The stretch as one text, where all who marked something marked the same words; empty
        where they did not."""
        marked = [excerpts for _name, excerpts in self.sides if excerpts]
        cuts = {tuple((each.text, bool(each.label)) for each in excerpts) for excerpts in marked}
        if len(cuts) != 1:
            return []
        return [replace(each, label="", is_asked=bool(each.label)) for each in marked[0]]

    @property
    def answers(self) -> list[tuple[str, list[Excerpt]]]:
        """What each of them called it, in the order of the words."""
        return [(name, [each for each in own if each.label]) for name, own in self.sides]


_BEFORE = Excerpt((Piece(0, 0, "gap", (Part("… "),)),))
# It holds on to the word before it, so that it never stands alone on a line.
_AFTER = Excerpt((Piece(0, 0, "gap", (Part("\u00a0…"),)),))


def progress_sentence(seen: Progress) -> str:
    if not seen.asked:
        return _("No turn has been asked yet")
    return ngettext(
        "%(done)s of %(n)s turn agreed",
        "%(done)s of %(n)s turns agreed",
        seen.asked,
    ) % {"done": grouped(seen.done), "n": grouped(seen.asked)}


def agreement_sentence(report: Report) -> str:
    """What alpha says; with few turns it says little."""
    measured = report.measured
    if measured.turns < FEW:
        return ngettext(
            "Only %(n)s turn was read by several people: too few to judge by",
            "Only %(n)s turns were read by several people: too few to judge by",
            measured.turns,
        ) % {"n": grouped(measured.turns)}
    if measured.alpha >= RELIABLE:
        weak = weak_labels(report)
        if not weak:
            return _("Readers agree well enough to rely on their labels")
        return _("Readers agree well, except on %(labels)s") % {
            "labels": get_text_list([capfirst(spoken_label(name)) for name in weak], _("and"))
        }
    if measured.alpha >= TENTATIVE:
        return _("Readers agree, but not yet well enough to rely on their labels")
    return _("Readers do not agree: talk about the differences, then make the guidelines clearer")


def weak_labels(report: Report) -> list[str]:
    """Those on which readers agree too little, the worst first; not by a handful of items."""
    alphas, items = report.measured.label_alpha, report.measured.label_items
    weak = [
        name
        for name in report.measured.spans["per_label"]
        if alphas.get(name, 1.0) < TENTATIVE and items.get(name, 0) >= FEW_ITEMS
    ]
    return sorted(weak, key=lambda name: (alphas[name], name))


def difference_sentence(report: Report) -> str:
    """Where most disagreement lies."""
    total = sum(report.kinds.values())
    if not total:
        return _("They differ nowhere.")
    kind, n = max(report.kinds.items(), key=lambda row: row[1])
    sentences = {
        "missing": _("Mostly only one reader marked an item: %(n)s of %(all)s differences."),
        "bounds": _(
            "Mostly they differ in where an item begins or ends: %(n)s of %(all)s differences."
        ),
        "label": _(
            "Mostly they give the same item different labels: %(n)s of %(all)s differences."
        ),
    }[kind] % {"n": grouped(n), "all": grouped(total)}
    if not report.confused:
        return sentences
    pair, times = report.confused[0]
    one, other = other_last(pair)
    confused = ngettext(
        "Most often %(one)s and %(other)s are confused: %(n)s time.",
        "Most often %(one)s and %(other)s are confused: %(n)s times.",
        times,
    ) % {
        "one": capfirst(spoken_label(one)),
        "other": capfirst(spoken_label(other)),
        "n": grouped(times),
    }
    return f"{sentences} {confused}"


def other_last(pair: tuple[str, str]) -> list[str]:
    """Two labels that were confused, with the one that says least second."""
    return sorted(pair, key=lambda name: name == "other")


def effect_sentence(model: ModelFigures) -> str:
    """Whether readers who saw proposals lean towards them; "" where nothing can be said."""
    shown, hidden = model.matches.get("shown"), model.matches.get("hidden")
    if shown is None or hidden is None:
        return ""
    values = {
        "shown": short_share(shown.f1),
        "hidden": short_share(hidden.f1),
        "n": grouped(hidden.readings),
    }
    if hidden.readings < FEW:
        few = _(
            "Proposals were hidden in %(n)s finished readings: "
            "too few to say what seeing them does."
        )
        return few % values
    both = _(
        "Readers who saw the proposals agree with the model at F1 %(shown)s, those from whom "
        "they were hidden at %(hidden)s (%(n)s readings). A wide gap means that seeing sways."
    )
    return both % values


def level_name(level: str, levels: list[str]) -> str:
    if level == levels[-1]:
        return _("Borders and label")
    if level == ANY:
        return _("Borders only")
    if level == "0":
        return _("Top groups")
    return _("Level %(n)s") % {"n": int(level) + 1}


def spoken_label(name: str) -> str:
    """A label's name in the reader's language, where it is a built-in one."""
    return _("any label") if name == ANY else pgettext("label", name)


def show_differences(
    report: Report, chosen: Iterable[Sequence[Disagreement]], labels: Mapping[str, Label]
) -> list[Difference]:
    """Gathered disagreements with their words; originals, so only for people who may see them."""
    return [_difference(report, group, labels) for group in chosen]


def _difference(
    report: Report, group: Sequence[Disagreement], labels: Mapping[str, Label]
) -> Difference:
    turn = group[0].turn
    place = report.places[turn]
    spans_by_reader: dict[str, dict[Span, None]] = {}  # each reader's spans once, in order
    for each in group:
        spans_by_reader.setdefault(each.left, {}).update(dict.fromkeys(each.left_spans))
        spans_by_reader.setdefault(each.right, {}).update(dict.fromkeys(each.right_spans))
    spans = [span for reader_spans in spans_by_reader.values() for span in reader_spans]
    first, last = min(span.start for span in spans), max(span.end for span in spans)
    names = {name: name for name in sorted(spans_by_reader)}
    if turn in report.open_turns:  # who decides is to weigh what was said, not who said it
        drawn = sorted(spans_by_reader, key=lambda name: sha256(f"{turn}:{name}".encode()).digest())
        names = {name: _("Reader %(n)s") % {"n": n} for n, name in enumerate(drawn, start=1)}
    stretch = _whole_words(place.text, first, last)
    return Difference(
        place,
        sorted({each.kind for each in group}),
        [
            (shown, _excerpts(place, stretch, spans_by_reader[reader_spans], labels))
            for reader_spans, shown in names.items()
        ],
        turn,
        turn in report.open_turns,
    )


def _whole_words(text: str, first: int, last: int) -> tuple[int, int]:
    """The stretch with some words around it; one that would be cut is left out."""
    start, end = max(0, first - AROUND), min(len(text), last + AROUND)
    if start:
        start = text.find(" ", start, first) + 1 or start
    if end < len(text):
        space = text.rfind(" ", last, end)
        end = space if space > 0 else end
    return start, end


def _excerpts(
    turn: Place, stretch: tuple[int, int], own: Iterable[Span], labels: Mapping[str, Label]
) -> list[Excerpt]:
    """The stretch with one reader's spans marked; empty when she has none in it."""
    first, last = stretch
    cuts: list[tuple[int, int, str]] = []  # start, end, label
    place = first
    for span in sorted(own, key=lambda span: span.start):
        if span.start < place:  # laid over the one before
            continue
        cuts += [(place, span.start, ""), (span.start, span.end, span.label)]
        place = span.end
    if not cuts:
        return []
    cuts.append((place, last, ""))
    texts = [turn.text[:first], *(turn.text[a:b] for a, b, _label in cuts), turn.text[last:]]
    drawn = drawn_pieces(texts, turn.extra)[1:]
    excerpts = [_excerpt(pieces, cut[2], labels) for pieces, cut in zip(drawn, cuts, strict=False)]
    before = [_BEFORE] if first else []
    return [*before, *excerpts, *([_AFTER] if last < len(turn.text) else [])]


def _excerpt(pieces: Sequence[Piece], name: str, labels: Mapping[str, Label]) -> Excerpt:
    if not name:
        return Excerpt(pieces)
    label = labels.get(name)
    return Excerpt(pieces, name, label.key if label else "", label.family if label else "other")
