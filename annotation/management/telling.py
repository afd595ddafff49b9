"""Tables of the commands of evidence, and what is to be said of a model. Called by `utility` and
`exposure`."""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from typing import Any

COPIED = (
    "who can copy this folder can read words of the originals in it; --on-surrogates makes one "
    "that may leave"
)
MOST_TIMES = 10_000  # that a canary is said: each adds a turn to learn from


def utility_table(figures: Mapping[str, Any]) -> str:
    """The laboratory's answer as Markdown."""
    test, learnt = figures["test"], figures["learnt_from"]
    lines = [
        f"{figures['measure']}, {figures['model']}, {figures['repeats']} repeats; "
        f"{learnt['mean']:g} of {figures['drawn']} dialogues leave under every strategy and are "
        f"learnt from; tested on {test['dialogues']} dialogues, {test['turns']} turns, "
        f"{100 * figures['said_in_training']:.1f} % of which the training file says too",
        "",
        "| learnt from | tested on originals | difference, points | tested on its own kind | leaves"
        " alone | costs most |",
        "|---|---|---|---|---|---|",
    ]
    lines += [_row(row, figures["drawn"]) for row in figures["rows"]]
    missing = [(row, each) for row in figures["rows"] for each in row.get("not_run", ())]
    lines += [""] if missing else []
    lines += [
        f"{row['strategy']}, repeat {each['repeat']}: not run: {each['why']}"
        for row, each in missing
    ]
    return "\n".join(lines)


def _row(row: Mapping[str, Any], drawn: int) -> str:
    name = "originals" if row["strategy"] == "none" else row["strategy"]
    if "why" in row:
        return f"| {name} | not run: {row['why']} | | | | |"
    is_original = row["strategy"] == "none"
    return " | ".join(
        (
            f"| {name}",
            _mean(row["original"]),
            "" if is_original else _points(row["delta"]),
            _mean(row["replaced"]),
            "" if is_original else f"{row['left']['mean']:g} of {drawn}",
            ", ".join(row["costs"]) + " |",
        )
    )


def _mean(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return ""
    spread = f" ± {figure['deviation']:.3f}" if figure["deviation"] is not None else ""
    return f"{figure['mean']:.3f}{spread}"


def _points(figure: Mapping[str, Any]) -> str:
    spread = f" ± {100 * figure['deviation']:.1f}" if figure["deviation"] is not None else ""
    return f"{100 * figure['mean']:+.1f}{spread}"


def whole_numbers(text: str) -> list[int]:
    """An argument type: whole numbers, 0 or more, with commas between, in rising order."""
    parts = [part.strip() for part in text.split(",")]
    fits = len(str(MOST_TIMES))
    if not all(part.isascii() and part.isdigit() and len(part) <= fits for part in parts) or any(
        int(part) > MOST_TIMES for part in parts
    ):
        raise ArgumentTypeError(f"{text} is not N,N with whole numbers from 0 to {MOST_TIMES}")
    return sorted({int(part) for part in parts})


def exposure_table(figures: Mapping[str, Any]) -> str:
    """Bits by label and repetitions as Markdown, and the words in clear."""
    times = [str(number) for number in figures["repetitions"]]
    lines = [
        f"d-exposure in bits, {figures['tagger']}, {figures['canaries']} canaries a label among "
        f"{figures['rivals']} rivals, learnt from {figures['turns']} turns; chance "
        f"{figures['by_chance']}, most {figures['most']}; in brackets: canaries in clear",
        "",
        "| label | " + " | ".join(f"said {number}" for number in times) + " |",
        "|---|" + "---|" * len(times),
    ]
    every = [{"label": "all", "bits": figures["every"]}] if figures["labels"] else []
    rows = [*figures["labels"], *every]
    for row in rows:
        cells = [row["bits"][number] for number in times if number in row["bits"]]
        said = " | ".join(
            f"{cell['mean']:.1f} ({cell['in_clear']} of {cell['n']})" for cell in cells
        )
        lines.append(f"| {row['label']} | {said} |")
    if figures["too_few"]:
        lines.append(f"\ntoo few items to say: {', '.join(figures['too_few'])}")
    lines += _clear("the model", figures["clear"])
    lines += _clear("the project's model", figures.get("model"))
    return "\n".join(lines)


def _clear(whose: str, clear: Mapping[str, Any] | None) -> list[str]:
    if not clear or not clear["learnt"]:
        return []
    learnt, never = clear["learnt"], clear["never"]
    beside = f"; of {never['n']} that it never learnt {100 * never['value']:.1f} %" if never else ""
    return [
        f"\nin clear in the folder of {whose}: {100 * learnt['value']:.1f} % of {learnt['n']} "
        f"labelled words{beside}"
    ]


def surrogates_or_warning(card: Mapping[str, Any]) -> str:
    """What is to be said of a model's folder: what it is worth, or that it may not be copied."""
    if "surrogates" not in card:
        return COPIED
    told = card["surrogates"]
    return (
        f"from surrogates ({told['strategy']}) of {told['dialogues']} dialogues, "
        f"{told['held_back']} held back; {_worth(told['utility'])}; labelled words of the "
        f"originals in clear: {100 * (told['in_clear'] or 0):.1f} %"
    )


def loss_of(card: Mapping[str, Any]) -> str:
    """What is to be said of a large model whose loss did not fall, as lines; "" of any other."""
    told = ""
    if before := card.get("restarted"):
        told = (
            f"the loss did not fall at a learning rate of {before['learning_rate']:g} "
            f"({before['loss']:.2f}): begun anew at {card['learning_rate']:g}\n"
        )
    if card.get("stuck"):
        told += (
            f"the loss did not fall at a learning rate of {card['learning_rate']:g} "
            f"({card['loss']:.2f}; {card['blind_loss']:.2f} is that of a guess without reading): "
            "this model has learnt next to nothing\n"
        )
    return told


def _worth(utility: Mapping[str, Any]) -> str:
    if "why" in utility:
        return f"not measured: {utility['why']}"
    return (
        f"span F1 {utility['surrogates']:.3f} on original texts, {utility['originals']:.3f} after "
        f"the originals, tested on {utility['tested_on']} dialogues"
    )
