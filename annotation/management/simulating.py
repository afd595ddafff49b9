"""The options of `simulate` and what it says while it works."""

import math
import time
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from annotation.management.progress import Progress
from annotation.management.reporting import number, positive
from annotation.services.standalone.simulations import Order
from learning.choice.costs import DEFAULT_COSTS, CostModel
from learning.choice.units import COSTS, UNITS
from learning.simulation.comparison import Answer, Task
from learning.simulation.curves import SPREADS
from learning.simulation.plots import SUFFIXES
from learning.simulation.samples import POOLS_OF, Plan

KNOBS = (
    *("repeats", "random_state", "stop_at", "pool_size"),
    *("cost", "gamma", "batch_unit", "costs"),
)
# What a project and papers do in different ways; an option that is not given is as they do.
WAYS = (
    *("labels", "batch", "iterations", "audit_percent"),
    *("lag", "warm", "pool_of", "classes", "trust"),
)


amount = number(lambda value: 0 <= value < math.inf, "number of 0 or more")
share = number(lambda value: 0 < value <= 1, "share above 0, at most 1")


def prices(text: str) -> CostModel:
    """An argument type: seconds per turn, per token and per edit, with commas between."""
    try:
        turn, token, edit = (amount(part) for part in text.split(","))
    except (ValueError, ArgumentTypeError):
        raise ArgumentTypeError(f"{text} is not TURN,TOKEN,EDIT in seconds") from None
    return CostModel(turn, token, edit)


def whole(text: str) -> int:
    """An argument type: a whole number, 0 or more."""
    return int(text) if text.strip() == "0" else positive(text)


def percent(text: str) -> int:
    """An argument type: a whole number of 0 to 100."""
    if (value := whole(text)) > 100:
        raise ArgumentTypeError(f"{text} is more than 100 %")
    return value


def picture(text: str) -> str:
    if not text.lower().endswith(SUFFIXES):
        raise ArgumentTypeError(f"{text} does not end in {' or '.join(SUFFIXES)}")
    return text


def sizes(text: str) -> list[int]:
    """An argument type: whole numbers above nought, with commas between, in rising order."""
    return sorted({positive(part.strip()) for part in text.split(",")})


def add_plan(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--target", required=True, metavar="TRAIN.jsonl", help="the pool, with gold spans, or -")
    add("--test", required=True, metavar="TEST.jsonl", help="finished turns to measure on, or -")
    add("--pool", dest="pool_size", type=positive, metavar="N",
        help="N turns of the pool (default all)")  # fmt: skip
    add("--labelmap", default="", metavar="FILE", help="JSON: data set -> label -> coarse one")
    add("--source", default="", metavar="SRC", help="source: a JSONL corpus, or a model folder")
    several = "one, or several with commas between"
    add("--seed-strategy", default="auto", metavar="S", help=f"of the first batch: {several}")
    add("--query-strategy", default="adaptive", metavar="Q", help=f"of the others: {several};"
        " seed/query pairs it with a seed of its own")  # fmt: skip
    add("--repeats", type=positive, default=1, help="runs, each on its own sample (default 1)")
    add("--seed-sizes", type=sizes, default=[], metavar="N,N", help="only first batches, so large")
    add("--random-state", type=whole, default=0)
    add("--stop-at", type=share, metavar="X", help="end a run at X of full F1, reached twice")
    add("--spread", choices=SPREADS, default="deviation", help="what ± is in the file of --table")
    add("--cost", choices=COSTS, default="turns", help="what the choice saves")
    add("--gamma", type=amount, metavar="G", help="gain / cost^G (default: by --cost)")
    add("--batch-unit", choices=UNITS, default="turn", help="what is asked together")
    add("--prices", dest="costs", type=prices, default=DEFAULT_COSTS, metavar="TURN,TOKEN,EDIT",
        help="seconds each costs people")  # fmt: skip
    add_ways(parser)


def add_ways(parser: ArgumentParser) -> None:
    """What a project does by default, and papers in another way."""
    words = "in brackets what a project does; with --as-published what papers do"
    group = parser.add_argument_group("as a project works, or as published", words)
    project, papers = Plan(), Plan.as_published()
    group.add_argument("--as-published", action="store_true", help="as papers simulate it")

    def add(option: str, **more: Any) -> None:
        name = more.setdefault("dest", option[2:].replace("-", "_"))
        own, theirs = (_told(getattr(plan, name)) for plan in (project, papers))
        more["help"] = f"{more['help']} ({own}; {theirs})"
        group.add_argument(option, **more)

    add("--labels", choices=["binary", "coarse", "all"], help="what is learnt")
    add("--batch", type=positive, metavar="N", help="turns a batch")
    add("--iterations", type=positive, metavar="N", help="batches after the first")
    add("--audit", dest="audit_percent", type=percent, metavar="PERCENT",
        help="of a batch, turns drawn by chance")  # fmt: skip
    add("--pool-of", choices=POOLS_OF, help="what is drawn into a pool")
    switch = BooleanOptionalAction
    add("--lag", action=switch, help="a round begins when half of a batch is read")
    add("--warm", action=switch, help="training goes on from the round before")
    add("--unread-text", dest="classes", action=switch,
        help="learn from unread text: classes of words, first reading")  # fmt: skip
    add("--trust", action=switch, help="the tagger may use the source where labels say it helps")


def _told(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def plan_of(options: Mapping[str, Any]) -> Plan:
    """What is simulated, of the options of `add_plan`."""
    knobs = {name: options[name] for name in KNOBS}
    knobs |= {name: options[name] for name in WAYS if options[name] is not None}
    return Plan.as_published(**knobs) if options["as_published"] else Plan(**knobs)


def order_of(options: Mapping[str, Any], parts: Path | None) -> Order:
    """How it is simulated; parts: the folder of finished repeats."""
    return Order(
        seeds=options["seed_strategy"],
        queries=options["query_strategy"],
        sizes=options["seed_sizes"],
        jobs=options["jobs"],
        parts=parts,
        restart=options["restart"],
    )


def teller(
    progress: Progress, say: Callable[[str], None]
) -> Callable[[Task, Answer, int, int], None]:
    """Says after each task how far the work is and how long the rest will take; on a terminal in a
    line of its own, for it tells what came out."""
    begun, before = time.monotonic(), [-1]

    def tell(task: Task, answer: Answer, done: int, total: int) -> None:
        if before[0] < 0:
            before[0] = done - 1  # what was found finished took no time
        pace = (time.monotonic() - begun) / (done - before[0])
        what = "the whole pool" if task.is_full else f"{task.seed} / {task.size or task.query}"
        f1 = answer["f1"] if task.is_full else answer["curve"][-1]["f1"]
        left = f", about {pace * (total - done):.0f} s left" if done < total else ""
        sentence = f"repeat {task.repeat}, {what}: F1 {f1:.3f}"
        if progress.style == "line":
            say(f"{done} of {total}: {sentence}{left}")
        else:
            progress.tell(sentence, done, total, "tasks")

    return tell
