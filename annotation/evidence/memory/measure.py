"""Memory measured: models with canaries said 0, 4, 16 and 64 times, and the words that the folder
of one without canaries shows. Called by the services behind `manage.py exposure` and the page.
"""

import math
import random
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from annotation.evidence.errors import EvidenceError
from annotation.evidence.memory.canaries import RIVALS, Canary, exposures, plant, with_canaries
from annotation.evidence.memory.clear import (
    clear_figures,
    every_word,
    labelled_words,
    words_in_folder,
)
from annotation.evidence.memory.exposure import UNSEEN
from annotation.evidence.types import Report, quietly
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger
from learning.tagger import Tagger
from learning.types import Utterance

TURNS = 5000  # to learn from
HELD = 5  # of so many dialogues one is not learnt from: its labelled words were never learnt


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is measured. `turns` bounds what is learnt from, drawn by dialogue."""

    canaries: int = 10  # of each label
    repetitions: tuple[int, ...] = (0, 4, 16, 64)
    rivals: int = RIVALS
    turns: int = TURNS
    seed: int = 0
    tagger: str = "crf"
    large: LargeSettings | None = None


def measure_exposure(
    utterances: Sequence[Utterance],
    plan: Plan,
    report: Report = quietly,
    *,
    beside: Path | None = None,
) -> dict[str, Any]:
    """The figures as JSON: bits of exposure by label and repetitions, beside a model that never saw
    the canaries, and shares of words in clear. `beside`: as `folder_words` has it.

    Raises: EvidenceError without enough labels, LearningError, what `report` raises.
    """
    chance = random.Random(plan.seed)
    train, held = split(utterances, plan.turns, chance)
    if not any(each.spans for each in train):
        raise EvidenceError("no labelled turn to learn from; expected labelled dialogues")
    canaries, short = plant(train, plan.canaries, chance, plan.rivals)
    times = sorted({0, *plan.repetitions})
    rows: dict[str, dict[str, Any]] = defaultdict(dict)
    clear: dict[str, Any] | None = None
    for place, number in enumerate(times):

        def tell(share: float, phase: str, place: int = place) -> None:
            report((place + share) / len(times), phase)

        tell(0, "training")
        tagger = new_tagger(plan.tagger, plan.large)
        tagger.fit(with_canaries(train, canaries, number))
        shown = folder_words(tagger, beside)
        if not number:
            learnt = labelled_words(train)
            clear = clear_figures(
                shown, learnt, every_word(labelled_words(held)) - every_word(learnt)
            )
        found = exposures(tagger, canaries, lambda share: tell(0.5 + share / 2, "measuring"))
        for label, figure in _by_label(found, canaries, shown).items():
            rows[label][str(number)] = figure
        tell(1, "measuring")
    return {
        "tagger": plan.tagger,
        "canaries": plan.canaries,
        "rivals": plan.rivals,
        "repetitions": times,
        "turns": len(train),
        "most": round(math.log2(1 + plan.rivals), 2),
        "by_chance": round(UNSEEN, 2),
        "labels": [{"label": label, "bits": bits} for label, bits in rows.items()],
        "every": _every(rows, times),
        "too_few": short,
        "clear": clear,
    }


def split(
    utterances: Sequence[Utterance], turns: int, chance: random.Random
) -> tuple[list[Utterance], list[Utterance]]:
    """Turns to learn from and turns that nothing is learnt from, by dialogue: a fifth is held out.

    Raises: EvidenceError with fewer than two dialogues.
    """
    dialogues: dict[str, list[Utterance]] = defaultdict(list)
    for each in utterances:
        dialogues[each.dialogue].append(each)
    if len(dialogues) < 2:
        raise EvidenceError(f"{len(dialogues)} dialogues; expected two or more")
    names = sorted(dialogues)
    chance.shuffle(names)
    cut = max(1, len(names) // HELD)
    held = [each for name in names[:cut] for each in dialogues[name]]
    train: list[Utterance] = []
    for name in names[cut:]:
        if train and len(train) + len(dialogues[name]) > turns:
            break
        train += dialogues[name]
    return train, held


def folder_words(tagger: Tagger, beside: Path | None = None) -> set[str]:
    """The words in clear in the folder that the tagger is saved to, and that goes at once. It lies
    in `beside`, where what a killed process left is found; by default where the system has such."""
    if beside is not None:
        beside.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".words-", dir=beside) as place:
        folder = Path(place) / "model"
        tagger.save(folder)
        return words_in_folder(folder)


def _by_label(
    found: Sequence[tuple[str, float]], canaries: Sequence[Canary], shown: set[str]
) -> dict[str, dict[str, Any]]:
    """Label -> mean and deviation of its canaries' bits, and how many of them stand in clear."""
    bits: dict[str, list[float]] = defaultdict(list)
    clear: dict[str, int] = defaultdict(int)
    for (label, exposure), canary in zip(found, canaries, strict=True):
        bits[label].append(exposure)
        clear[label] += canary.word.lower() in shown
    return {
        label: {
            "mean": round(mean(values), 3),
            "deviation": round(stdev(values), 3) if len(values) > 1 else None,
            "in_clear": clear[label],
            "n": len(values),
        }
        for label, values in bits.items()
    }


def _every(rows: dict[str, dict[str, Any]], times: Sequence[int]) -> dict[str, Any]:
    """The same over all labels: means of their means."""
    return {
        str(number): {
            "mean": round(mean(bits[str(number)]["mean"] for bits in rows.values()), 3),
            "in_clear": sum(bits[str(number)]["in_clear"] for bits in rows.values()),
            "n": sum(bits[str(number)]["n"] for bits in rows.values()),
        }
        for number in times
        if rows
    }
