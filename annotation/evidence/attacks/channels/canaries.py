"""Originals as canaries: none may stand in the report beside a release, nor in its evidence.

Called by the table of attacks; `count_originals` also by tests.
"""

from collections.abc import Iterator, Mapping, Sequence, Set

import numpy as np

from annotation.evidence.attacks.mentions import NAMING, form_of
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run, single_share
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Pair, Report
from annotation.translatable import N_
from surrogates.folding import words
from surrogates.labels import kind_of

GROUP = "channels"
LEAST = 5  # signs of an original that no sentence says by chance
LONGEST = 8  # words


def report_beside(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """Success: originals that stand in the report; chance: 0. Told, too, where a place of the
    report is that of an original before it was replaced, which gives its length away.

    Not run without a report.
    """
    if target.report is None:
        return not_run("report", GROUP, NO_REPORT)
    return _searched(
        "report", target, target.report, places=_original_places(target, target.report)
    )


def evidence(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """The same for the evidence that travels with a release. Not run before there is any."""
    if target.evidence is None:
        return not_run("evidence", GROUP, NO_EVIDENCE)
    return _searched("evidence", target, target.evidence)


def count_originals(value: object, pairs: Sequence[Pair], canaries: Set[str] | None = None) -> int:
    """How many originals of a corpus stand in the strings of a JSON value, as whole words in any
    case; words of its own keys and of labels are none. Dates, numbers and traits identify nobody
    alone and are left out, and so are originals under five signs. `canaries` are those of `pairs`,
    where they were gathered before."""
    canaries = _canaries(pairs) if canaries is None else canaries
    own = {word for name in _keys(value) for word in words(name.replace("_", " "))}
    own |= {word for label in _labels(pairs) for word in words(label.replace("_", " "))}
    said = set()
    for text in _strings(value):
        cut = words(text)
        for size in range(1, LONGEST + 1):
            said |= {" ".join(cut[at : at + size]) for at in range(len(cut) - size + 1)}
    return sum(not set(form.split()) <= own for form in canaries & said)


def _searched(name: str, target: Target, value: object, places: int = 0) -> Finding:
    canaries = _canaries(target.pairs)
    found, tried = count_originals(value, target.pairs, canaries), len(canaries)
    if not tried:
        return not_run(name, GROUP, NO_CANARY)
    return Finding(
        name,
        GROUP,
        TOLD if found or places else HELD,
        sentence=SENTENCE,
        values={"found": found, "tried": tried, "places": places},
        success=single_share(found, tried),
        chance=0.0,
        tried=tried,
    )


def _canaries(pairs: Sequence[Pair]) -> set[str]:
    """Folded originals that name something."""
    return {
        form
        for pair in pairs
        for turn in pair.original.turns
        for span in turn.spans
        if kind_of(span.label) in NAMING
        and len(form := form_of(turn.text[span.start : span.end])) >= LEAST
    }


def _labels(pairs: Sequence[Pair]) -> set[str]:
    return {span.label for pair in pairs for turn in pair.original.turns for span in turn.spans}


def _original_places(target: Target, report: object) -> int:
    """Dictionaries with turn, start and end that are those of an original and of no surrogate."""

    def places(which: str) -> set[tuple[int, int, int]]:
        return {
            (at, span.start, span.end)
            for pair in target.pairs
            for at, turn in enumerate(getattr(pair, which).turns)
            for span in turn.spans
        }

    telling = places("original") - places("released")
    return sum(
        (row.get("turn"), row.get("start"), row.get("end")) in telling for row in _mappings(report)
    )


def _mappings(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        yield value
    for each in _inside(value):
        yield from _mappings(each)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in _inside(value):
        yield from _strings(each)


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from map(str, value)
    for each in _inside(value):
        yield from _keys(each)


def _inside(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list | tuple) else ()


SENTENCE = N_(
    "%(found)s of %(tried)s originals stand in it; %(places)s places in it are those of an "
    "original before it was replaced."
)
NO_REPORT = N_("There is no report beside the file.")
NO_EVIDENCE = N_("No evidence travels with the file yet.")
NO_CANARY = N_("No original is long enough to be looked for.")
