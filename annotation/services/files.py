"""Learning on files, without a database: train, tag, evaluate. Called by the commands.

Paths may be "-" for standard input or output; every file may be gzip.
"""

import gzip
import itertools
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from annotation.convert import utterances_of_file
from annotation.formats.archive import open_stream
from annotation.formats.errors import FormatError
from annotation.formats.jsonl import iter_jsonl, write_jsonl
from annotation.formats.types import DialogueValue, SpanValue
from learning import scores
from learning.finetuning import LargeSettings
from learning.kinds import new_tagger, open_tagger
from learning.leaning import choose_leaning
from learning.probe import probe_model
from learning.types import Labels, Utterance

CHUNK = 200  # dialogues tagged at once


def read_jsonl(path: str) -> Iterator[DialogueValue]:
    """The dialogues of a JSONL file, one at a time; raises FormatError or OSError."""
    if path == "-":
        yield from iter_jsonl(sys.stdin.buffer, filename="stdin")
        return
    with open_stream(Path(path), filename=path) as stream:
        yield from iter_jsonl(stream, filename=path)


@contextmanager
def written(path: str) -> Iterator[BinaryIO]:
    """A stream to a file that appears whole or not at all."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with part.open("wb") as stream:
            if path.endswith(".gz"):
                with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def train_tagger(
    utterances: list[Utterance],
    out: str,
    *,
    tagger: str = "crf",
    labels: Labels = "all",
    recall: float | None = None,
    large: LargeSettings | None = None,
) -> dict[str, Any]:
    """Train, save and probe a model; returns its card.

    recall: lean to it, by a threshold chosen in cross-validation (which trains three more models);
    large: how a large tagger is trained. Raises LearningError.
    """
    model = new_tagger(tagger, large)
    leaning = None
    if recall is not None:
        leaning = choose_leaning(lambda: new_tagger(tagger, large), utterances, recall, labels)
        model.threshold = leaning.threshold
    model.fit(utterances, labels=labels)
    if leaning is not None:
        model.card = dict(model.card, leaning=asdict(leaning))
    card = model.save(Path(out))
    probe_model(Path(out))
    return {"out": out, **{key: value for key, value in card.items() if key != "probe"}}


def train_on_file(path: str, out: str, **options: Any) -> dict[str, Any]:
    """Train on the spans of a JSONL file."""
    return train_tagger(utterances_of_file(read_jsonl(path)), out, **options)


def tag_file(
    model: str, source: str, out: str, *, threshold: float | None = None
) -> dict[str, Any]:
    """Write the dialogues with the model's spans and scores in place of those of the file.

    threshold: probability of "outside" below which a token is sensitive, in place of the model's.
    """
    probe_model(Path(model))
    tagger = open_tagger(Path(model))
    if threshold is not None:
        tagger.threshold = threshold
    counts = {"dialogues": 0, "turns": 0, "spans": 0}

    def tagged() -> Iterator[DialogueValue]:
        dialogues = read_jsonl(source)
        while some := list(itertools.islice(dialogues, CHUNK)):
            found = iter(tagger.predict(utterances_of_file(some)))
            for dialogue in some:
                turns = tuple(
                    replace(
                        turn,
                        spans=tuple(
                            SpanValue(s.start, s.end, s.label, s.score and round(s.score, 4))
                            for s in next(found)
                        ),
                    )
                    for turn in dialogue.turns
                )
                counts["dialogues"] += 1
                counts["turns"] += len(turns)
                counts["spans"] += sum(len(turn.spans) for turn in turns)
                yield replace(dialogue, turns=turns)

    with written(out) as stream:
        write_jsonl(tagged(), stream)
    return {"out": out, **counts}


def evaluate_files(gold: str, predicted: str) -> dict[str, Any]:
    """Every figure of `learning.scores.evaluate`; dialogues are matched by id.

    Raises FormatError when a dialogue is missing or its texts differ.
    """
    answers = {dialogue.id: dialogue for dialogue in read_jsonl(predicted)}
    pairs = [(dialogue, answers.get(dialogue.id)) for dialogue in read_jsonl(gold)]
    right: list[Utterance] = []
    found: list[Utterance] = []
    for dialogue, answer in pairs:
        if answer is None:
            what = f"the dialogue of line {dialogue.line} of the gold file is missing"
            expected = "the same dialogues, by id"
            raise FormatError("missing_dialogue", what, file=predicted, expected=expected)
        if [turn.text for turn in dialogue.turns] != [turn.text for turn in answer.turns]:
            raise FormatError(
                "text_mismatch",
                "the turns differ from those of the gold file",
                file=predicted,
                line=answer.line,
                expected="the same texts in the same order",
            )
        right += utterances_of_file([dialogue])
        found += utterances_of_file([answer])
    return {"dialogues": len(pairs), **scores.evaluate(right, found)}


def write_json(value: Any, out: str) -> None:
    """A JSON file, whole or not at all."""
    with written(out) as stream:
        stream.write(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")
