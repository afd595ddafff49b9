"""The pool that rounds are measured on: MEDDOCAN lines, read one by one so that memory is told of
the round and not of the reading."""

import gzip
import itertools
import json
from collections.abc import Iterator

from common import DATA

from learning.crf.tagger import CrfTagger
from learning.simulation.corpora import read_labelmap, read_utterances
from learning.source.training import train_source_tagger
from learning.tokens import words
from learning.types import Span, Utterance

BACKGROUND = "meddocan-background.unlabelled.jsonl.gz"
TRAIN = "meddocan.train.jsonl.gz"
SOURCE = "sgd.dev.jsonl.gz"
LABELLED = 1_000
BEFORE = 900  # labelled when the round before was trained
EVERY = 10  # one line of the training part in so many is labelled


def labelled_lines() -> list[Utterance]:
    """A thousand lines of the training part with their labels, spread over it."""
    lines = itertools.islice(_lines(TRAIN), 0, EVERY * LABELLED, EVERY)
    return list(lines)


def unlabelled_lines(tokens: int) -> Iterator[Utterance]:
    """Lines of the background until they hold so many tokens.

    Beyond its 1.5 million the lines come again, each with its number of the round put before it.
    """
    held = 0
    for again in itertools.count():
        for line in _lines(BACKGROUND):
            text = f"{again} {line.text}" if again else line.text
            held += len(words(text))
            yield Utterance(text, (), line.speaker, f"{again}-{line.dialogue}", line.position)
            if held >= tokens:
                return


def _lines(name: str) -> Iterator[Utterance]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as file:
        for line in file:
            dialogue = json.loads(line)
            last = max(1, len(dialogue["turns"]) - 1)
            for place, turn in enumerate(dialogue["turns"]):
                if turn["text"].strip():
                    spans = tuple(
                        Span(each["start"], each["end"], each["label"]) for each in turn["spans"]
                    )
                    share = place / last
                    yield Utterance(turn["text"], spans, turn["speaker"], dialogue["id"], share)


def source_model() -> CrfTagger:
    """A source of another language and domain: personal or not, taught by 8,000 English turns."""
    corpus = read_utterances(DATA / SOURCE, read_labelmap(DATA / "labelmap.json"))
    return train_source_tagger(corpus[:8_000])
