"""Learning on files, without a database: train, tag, evaluate. For commands and `antifaz.tag`.

Paths are those of `storage.files`.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from annotation.bridges.to_learning import predicted_spans, utterances_of_file
from annotation.formats import faults
from annotation.formats.corpora.jsonl import write_jsonl
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue
from annotation.services.storage.files import read_dialogues, written
from learning.crf.probe import probe_model
from learning.crf.threshold import choose_threshold
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger, open_tagger
from learning.metrics import precision_recall
from learning.tagger import Tagger
from learning.types import Labels, Utterance

CHUNK = 200  # dialogues tagged at once


def train_tagger(
    utterances: list[Utterance],
    out: str,
    *,
    tagger: str = "crf",
    labels: Labels = "all",
    recall: float | None = None,
    large: LargeSettings | None = None,
    on_card: Callable[[Tagger], Mapping[str, Any]] | None = None,
) -> dict[str, object]:
    """Train, save and probe a model; returns its card.

    recall: reach it, by a decision threshold chosen in cross-validation (three more models);
    large: how a large tagger is trained; on_card: what else its card is to say of it.
    Raises LearningError.
    """
    model = new_tagger(tagger, large)
    decision = None
    if recall is not None:
        decision = choose_threshold(lambda: new_tagger(tagger, large), utterances, recall, labels)
        model.threshold = decision.threshold
    model.fit(utterances, labels=labels)
    if decision is not None:
        model.card = dict(model.card, leaning=asdict(decision))
    if on_card is not None:
        model.card = dict(model.card, **on_card(model))
    card = model.save(Path(out))
    probe_model(Path(out))
    return {"out": out, **{key: value for key, value in card.items() if key != "probe"}}


def train_on_file(path: str, out: str, **options: Any) -> dict[str, Any]:
    return train_tagger(utterances_of_file(read_dialogues(path)), out, **options)


def tag_file(
    model: str, source: str, out: str, *, threshold: float | None = None
) -> dict[str, object]:
    """Write the dialogues with the model's spans and scores in place of those of the file.

    threshold: probability of "outside" below which a token is sensitive, in place of the model's.
    """
    tagger = proven_tagger(model, threshold)
    counts = {"dialogues": 0, "turns": 0, "spans": 0}

    def counted(dialogues: Iterator[DialogueValue]) -> Iterator[DialogueValue]:
        for dialogue in dialogues:
            counts["dialogues"] += 1
            counts["turns"] += len(dialogue.turns)
            counts["spans"] += sum(len(turn.spans) for turn in dialogue.turns)
            yield dialogue

    with written(out) as stream:
        write_jsonl(counted(tagged(tagger, read_dialogues(source))), stream)
    return {"out": out, **counts}


def proven_tagger(model: str, threshold: float | None = None) -> Tagger:
    """A saved model, opened when a child process has proved that it can be; see `tag_file`.

    Raises: LearningError.
    """
    probe_model(Path(model))
    tagger = open_tagger(Path(model))
    if threshold is not None:
        tagger.threshold = threshold
    return tagger


def tagged(tagger: Tagger, dialogues: Iterable[DialogueValue]) -> Iterator[DialogueValue]:
    """The dialogues with the tagger's spans in place of theirs, some at a time."""
    rest = iter(dialogues)
    while chunk := list(itertools.islice(rest, CHUNK)):
        predictions = iter(tagger.predict(utterances_of_file(chunk)))
        for dialogue in chunk:
            turns = tuple(
                replace(turn, spans=predicted_spans(next(predictions))) for turn in dialogue.turns
            )
            yield replace(dialogue, turns=turns)


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
