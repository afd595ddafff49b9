"""`python -m benchmarks.dependence`: how well words are found that depend on what is labelled.

Learns from nine tenths of the snippets of each language and tries the rest: how many of the marked
words are found (any word of a run counts), and in how many snippets without any something is.
Real and demo corpora, where they are at hand, say how many notes a dialogue would get. With
`--write` it learns from all and writes the weights that the engine reads.
"""

import math
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.common import answer, argument_parser, print_table
from benchmarks.dependence.corpora import learned_from, tried_on
from benchmarks.dependence.model import Model, fit, limit_of, odds
from benchmarks.dependence.reading import Line, read_snippets

LANGUAGES = ("es", "ca", "eu", "de", "en", "fr")
WEIGHTS = Path(__file__).resolve().parents[2] / "surrogates/checks/context/weights"
TRIED = 10  # of so many snippets one is held out
SHARE = 0.15  # of the snippets without dependent words in which a note may stand


def main(argv: list[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--language", default="all", help=f"all, or some of {' '.join(LANGUAGES)}")
    parser.add_argument("--share", type=float, default=SHARE, help="of snippets noted wrongly")
    parser.add_argument("--write", action="store_true", help="learn from all, write the weights")
    args = parser.parse_args(argv)
    languages = LANGUAGES if args.language == "all" else args.language.split(",")
    rows, figures = [], {}
    for lang in languages[:1] if args.quick else languages:
        found, noted, others, model, limit = try_out(lang, args.share)
        rows.append((lang, f"{found:.2f}", f"{noted:.2f}", others))
        figures |= {f"{lang}_found": round(found, 3), f"{lang}_noted": round(noted, 3)}
        if args.write:
            model = fit(lang, read_snippets(lang), learned_from(lang))
            model.write(WEIGHTS / f"{lang}.tsv", limit)
    if args.json:
        answer("dependence", figures, {}, True)
        return
    print_table([("", "found", "noted wrongly", "notes a dialogue"), *rows])


def try_out(lang: str, share: float) -> tuple[float, float, str, Model, float]:
    """On what was held out: the share of the marked runs that is found, of the snippets without
    any in which something is, notes a dialogue in other corpora, the model, its limit."""
    snippets = read_snippets(lang)
    random.Random(1).shuffle(snippets)
    held_out, rest = snippets[::TRIED], [s for n, s in enumerate(snippets) if n % TRIED]
    model = fit(lang, rest, learned_from(lang))
    plain = [s for s in held_out if not any(line.dependent for line in s)]
    limit = limit_of((highest(model, s) for s in plain), share)
    runs = [top for s in held_out for top in _runs(model, s)]
    found = sum(top > limit for top in runs) / len(runs)
    noted = sum(highest(model, s) > limit for s in plain) / len(plain)
    others = ", ".join(
        f"{name} {sum(_notes(model, d, limit) for d in some) / len(some):.2f}"
        for name, some in tried_on(lang)
    )
    return found, noted, others, model, limit


def highest(model: Model, turns: Sequence[Line]) -> float:
    return max((value for row in odds(model, turns) for value in row.values()), default=-math.inf)


def _notes(model: Model, turns: Sequence[Line], limit: float) -> int:
    """How many sentences would be noted."""
    count = 0
    for line, row in zip(turns, odds(model, turns), strict=True):
        ends = [at for at, piece in enumerate(line.row) if piece.ends]
        count += len({sum(end < at for end in ends) for at, value in row.items() if value > limit})
    return count


def _runs(model: Model, turns: Sequence[Line]) -> Iterator[float]:
    """The surest word of each run that was marked."""
    for line, row in zip(turns, odds(model, turns), strict=True):
        run: list[float] = []
        for at in (*sorted(line.dependent), None):
            if run and (at is None or at - 1 not in line.dependent):
                yield max(run)
                run = []
            if at is not None:
                run.append(row[at])


if __name__ == "__main__":
    main()
