"""`python -m benchmarks.dependence`: how well words are found that depend on what is labelled.

Learns from all writers of a language but the last, and tries what that one wrote: how many of the
marked words are found (any word of a run counts), and in how many snippets without any something
is. Real and demo corpora, where they are at hand, say how many notes a dialogue would get. With
`--write` it learns from all and writes the weights that the engine reads.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.common import answer, argument_parser, print_table
from benchmarks.dependence.corpora import learned_from, tried_on
from benchmarks.dependence.reading import Line, read_snippets
from benchmarks.dependence.regression import above, fit, limit_of, write
from surrogates.checks.context.features import groups_of
from surrogates.checks.context.learned import Weights, dependent_words, highest
from surrogates.types import overlap

LANGUAGES = ("es", "ca", "eu", "de", "en", "fr")
WEIGHTS = Path(__file__).resolve().parents[2] / "surrogates/checks/context/weights"
SHARE = 0.3  # of the snippets without dependent words in which a note may stand


def main(argv: list[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--language", default="all", help=f"all, or some of {' '.join(LANGUAGES)}")
    parser.add_argument("--share", type=float, default=SHARE, help="of snippets noted wrongly")
    parser.add_argument("--write", action="store_true", help="learn from all, write the weights")
    args = parser.parse_args(argv)
    languages = LANGUAGES if args.language == "all" else args.language.split(",")
    rows, figures = [], {}
    for lang in languages[:1] if args.quick else languages:
        tried, limit = try_out(lang, args.share)
        others = ", ".join(f"{name} {count:.2f}" for name, count in tried.notes.items())
        rows.append((lang, f"{tried.found:.2f}", f"{tried.noted:.2f}", others))
        figures |= {f"{lang}_found": round(tried.found, 3), f"{lang}_noted": round(tried.noted, 3)}
        if args.write:
            learned = fit(lang, chain(*read_snippets(lang)), learned_from(lang))
            write(above(learned, limit), WEIGHTS / f"{lang}.tsv")
    if args.json:
        answer("dependence", figures, {}, True)
        return
    print_table([("", "found", "noted wrongly", "notes a dialogue"), *rows])


class Tried(NamedTuple):
    """On what was held out: the share of the marked runs that is found, of the snippets without
    any in which something is; and how many notes a dialogue of other corpora gets."""

    found: float
    noted: float
    notes: dict[str, float]


def try_out(lang: str, share: float) -> tuple[Tried, float]:
    """What was measured, and the limit with that share noted wrongly."""
    *others, held_out = read_snippets(lang)
    weights = fit(lang, chain(*others), learned_from(lang))
    plain = [s for s in held_out if not any(line.dependent for line in s)]
    limit = limit_of((_highest(s, weights) for s in plain), share)
    weights = above(weights, limit)
    runs = [is_found for s in held_out for is_found in _runs(s, weights)]
    noted = [_notes(s, weights) > 0 for s in plain]
    notes = {
        name: sum(_notes(each, weights) for each in some) / len(some)
        for name, some in tried_on(lang)
    }
    return Tried(sum(runs) / len(runs), sum(noted) / len(noted), notes), limit


def _turns(snippet: Sequence[Line]) -> Iterator[tuple[Line, frozenset[str]]]:
    """Each turn with the groups that are labelled in the one before."""
    before: frozenset[str] = frozenset()
    for line in snippet:
        yield line, before
        before = groups_of(line.row)


def _highest(snippet: Sequence[Line], weights: Weights) -> float:
    return max(highest(line.row, before, weights) for line, before in _turns(snippet))


def _notes(snippet: Sequence[Line], weights: Weights) -> int:
    return sum(
        len(list(dependent_words(line.row, before, weights))) for line, before in _turns(snippet)
    )


def _runs(snippet: Sequence[Line], weights: Weights) -> Iterator[bool]:
    """Whether a note stands at each run of words that was marked."""
    for line, before in _turns(snippet):
        if not line.dependent:
            continue
        noted = list(dependent_words(line.row, before, weights))
        run: list[int] = []
        for at in (*sorted(line.dependent), len(line.row) + 1):
            if run and at != run[-1] + 1:
                place = line.row[run[0]].start, line.row[run[-1]].end
                yield any(overlap(place, note) for note in noted)
                run = []
            run.append(at)


if __name__ == "__main__":
    main()
