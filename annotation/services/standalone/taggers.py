"""Learning on files, without a database: train, evaluate. Called by the commands.

Paths are those of `storage.files`.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from annotation.bridges.to_learning import utterances_of_file
from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.services.storage.files import read_dialogues
from learning.crf.probe import probe_model
from learning.crf.threshold import choose_threshold
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger
from learning.metrics import precision_recall
from learning.tagger import Tagger
from learning.types import Labels, Progress, Utterance


def train_tagger(
    utterances: list[Utterance],
    out: str,
    *,
    tagger: str = "crf",
    labels: Labels = "all",
    recall: float | None = None,
    large: LargeSettings | None = None,
    on_card: Callable[[Tagger], Mapping[str, Any]] | None = None,
    progress: Progress | None = None,
) -> dict[str, object]:
    """Train, save and probe a model; returns its card.

    recall: reach it, by a decision threshold chosen in cross-validation (three more models);
    large: how a large tagger is trained; on_card: what else its card is to say of it; progress:
    called with (fraction, phase) of each model. Raises LearningError.
    """
    model = new_tagger(tagger, large)
    decision = None
    if recall is not None:
        decision = choose_threshold(
            lambda: new_tagger(tagger, large), utterances, recall, labels, progress=progress
        )
        model.threshold = decision.threshold
    model.fit(utterances, labels=labels, progress=progress)
    if decision is not None:
        model.card = dict(model.card, leaning=asdict(decision))
    if on_card is not None:
        model.card = dict(model.card, **on_card(model))
    card = model.save(Path(out))
    probe_model(Path(out))
    return {"out": out, **{key: value for key, value in card.items() if key != "probe"}}


def train_on_file(path: str, out: str, **options: Any) -> dict[str, Any]:
    return train_tagger(utterances_of_file(read_dialogues(path)), out, **options)


def evaluate_files(gold: str, predicted: str) -> dict[str, object]:
    """Every figure of `learning.metrics.precision_recall.evaluate`; dialogues are matched by id.

    Raises FormatError when a dialogue is missing or its texts differ.
    """
    answers = {dialogue.id: dialogue for dialogue in read_dialogues(predicted)}
    pairs = [(dialogue, answers.get(dialogue.id)) for dialogue in read_dialogues(gold)]
    right: list[Utterance] = []
    predictions: list[Utterance] = []
    for dialogue, answer in pairs:
        if answer is None:
            raise FormatError(faults.MISSING_DIALOGUE, file=predicted, n=dialogue.line)
        if [turn.text for turn in dialogue.turns] != [turn.text for turn in answer.turns]:
            raise FormatError(faults.TEXT_MISMATCH, file=predicted, line=answer.line)
        right += utterances_of_file([dialogue])
        predictions += utterances_of_file([answer])
    return {"dialogues": len(pairs), **precision_recall.evaluate(right, predictions)}
