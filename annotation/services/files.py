"""Learning on files, without a database: train, tag, evaluate, simulate. Called by the commands.

Paths may be "-" for standard input or output; every file may be gzip.
"""

import gzip
import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from annotation.convert import utterances_of_file
from annotation.errors import Refused
from annotation.formats.archive import open_stream
from annotation.formats.errors import FormatError
from annotation.formats.jsonl import iter_jsonl, write_jsonl
from annotation.formats.types import DialogueValue, SpanValue
from learning import corpora, scores, simulation
from learning.crf import CrfTagger
from learning.errors import BadCorpus, UnknownStrategy
from learning.probe import probe_model
from learning.queries import QUERIES
from learning.seeds import SEEDS
from learning.types import Utterance

CHUNK = 200  # dialogues tagged at once
# What the default names mean as long as no function of that name exists.
AUTOMATIC = {
    "auto": ("kmeans+source", "kmeans"),
    "adaptive": ("combined", "target-entropy"),
}


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
    utterances: list[Utterance], out: str, *, tagger: str = "crf", labels: str = "all"
) -> dict[str, Any]:
    """Train, save and probe a model; returns its card. Raises LearningError, Refused."""
    if tagger != "crf":
        raise Refused(
            f"the {tagger} tagger is not part of this version; expected --tagger crf",
            code="no_tagger",
        )
    model = CrfTagger().fit(utterances, labels=cast(Literal["all", "binary"], labels))
    card = model.save(Path(out))
    probe_model(Path(out))
    return {"out": out, **{key: value for key, value in card.items() if key != "probe"}}


def train_on_file(path: str, out: str, **options: str) -> dict[str, Any]:
    """Train on the spans of a JSONL file."""
    return train_tagger(utterances_of_file(read_jsonl(path)), out, **options)


def tag_file(model: str, source: str, out: str) -> dict[str, Any]:
    """Write the dialogues with the model's spans and scores in place of those of the file."""
    probe_model(Path(model))
    tagger = CrfTagger.load(Path(model))
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


def simulate_files(
    target: str,
    test: str,
    *,
    source: str = "",
    labelmap: str = "",
    labels: str = "binary",
    seed_strategy: str = "auto",
    query_strategy: str = "adaptive",
    **plan: Any,
) -> dict[str, Any]:
    """Replay active learning on a labelled corpus; the keys are those of `learning.simulation`."""
    names = corpora.read_labelmap(Path(labelmap)) if labelmap else None
    if labels == "coarse" and names is None:
        raise BadCorpus("--labels coarse: no label map; expected --labelmap FILE")
    model = simulation.open_source(Path(source), names) if source else None
    return simulation.simulate(
        corpora.read_utterances(Path(target), names),
        corpora.read_utterances(Path(test), names),
        simulation.Plan(
            seed_strategy=known_strategy(seed_strategy, SEEDS, bool(source)),
            query_strategy=known_strategy(query_strategy, QUERIES, bool(source)),
            labels=cast(simulation.Scheme, labels),
            **plan,
        ),
        model,
    )


def known_strategy(name: str, table: Iterable[str], with_source: bool) -> str:
    """The strategy of this name; the automatic ones by whether there is a source model."""
    known = set(table)
    if name not in known and name in AUTOMATIC:
        name = AUTOMATIC[name][0 if with_source else 1]
    if name not in known:
        raise UnknownStrategy(f"no strategy {name!r}; expected one of {', '.join(sorted(known))}")
    return name


def write_json(value: Any, out: str) -> None:
    """A JSON file, whole or not at all."""
    with written(out) as stream:
        stream.write(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")
