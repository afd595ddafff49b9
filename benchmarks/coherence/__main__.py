"""`python -m benchmarks.coherence`: how many dialogues each engine writes without a fault.

A dialogue counts for an engine where no rule finds a fault, averaged over the seeds. With
`--faults` every fault of one engine is listed, with `--jsonl FILE` the dialogues are written out.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.coherence.cases import Case, read_cases
from benchmarks.coherence.engines import ENGINES, Engine
from benchmarks.coherence.rules import faults
from benchmarks.common import argument_parser, machine, print_table

Scores = dict[str, list[float]]  # group -> share of the seeds without a fault, a number per case


def main(argv: list[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--engine", default="all", help=f"all, or some of {', '.join(ENGINES)}")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--faults", action="store_true", help="list what is wrong, case by case")
    parser.add_argument("--jsonl", type=Path, help="write the dialogues to this file")
    args = parser.parse_args(argv)
    cases = read_cases()
    if args.jsonl:
        lines = (json.dumps(case.as_json(), ensure_ascii=False) + "\n" for case in cases)
        args.jsonl.write_text("".join(lines), "utf-8")
        return
    asked = list(ENGINES) if args.engine == "all" else args.engine.split(",")
    seeds = range(2 if args.quick else args.seeds)
    scores: dict[str, Scores] = {}
    for name in asked:
        try:
            scores[name] = measure(cases, ENGINES[name], seeds, show=args.faults)
        except ImportError as error:
            print(f"{name}: left out, {error.name} is not installed", file=sys.stderr)
    if args.json:
        figures = {f"{n}_{group}": _mean(s[group]) for n, s in scores.items() for group in s}
        print(json.dumps({"name": "coherence", "machine": machine(), "figures": figures,
                          "baselines": {}}))  # fmt: skip
        return
    print(f"{len(cases)} dialogues, {len(seeds)} seeds; share without a fault")
    groups = list(dict.fromkeys(group for each in scores.values() for group in each))
    sizes = {group: len(shares) for each in scores.values() for group, shares in each.items()}
    rows = [
        (group, str(sizes[group]), *(f"{_mean(each[group]):.2f}" for each in scores.values()))
        for group in groups
    ]
    print_table([("", "dialogues", *scores), *rows])


def measure(cases: list[Case], engine: Engine, seeds: range, *, show: bool = False) -> Scores:
    """Shares without a fault: in all, held out, by language, by phenomenon."""
    scores: Scores = defaultdict(list)
    for case in cases:
        wrong: Counter[str] = Counter()
        fine = 0
        for seed in seeds:
            found = faults(case, engine(case, seed))
            wrong.update(found)
            fine += not found
        share = fine / len(seeds)
        groups = ["all", *(["held-out"] if case.held_out else []), case.lang, case.phenomenon]
        for group in groups:
            scores[group].append(share)
        if show and wrong:
            print(f"{case.id} ({case.phenomenon}): {fine} of {len(seeds)}")
            for fault, count in wrong.most_common(6):
                print(f"    {count}x {fault}")
    return dict(scores)


def _mean(shares: list[float]) -> float:
    return round(sum(shares) / len(shares), 3)


if __name__ == "__main__":
    main()
