"""The corpora that strategies and taggers are tried on: a pool, a test of other dialogues, and
turns from elsewhere for a source model. Nothing is trained before it is asked for."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from common import DATA

from learning.crf.tagger import CrfTagger
from learning.simulation.corpora import LabelMap, read_utterances, split_by_dialogue
from learning.source.training import train_source_tagger
from learning.types import Utterance

POOL = 5_000
LARGE = 10_000  # MEDDOCAN's train and dev part, as far as a test split leaves lines


@dataclass(frozen=True)
class Target:
    """A pool to sample from, its test set, and labelled turns from elsewhere."""

    pool: list[Utterance]
    test: list[Utterance]
    elsewhere: list[Utterance]
    size: int = POOL
    rounds: int = 10

    @cached_property
    def source(self) -> CrfTagger | None:
        """The source model that the turns from elsewhere teach; None without any."""
        return train_source_tagger(self.elsewhere) if self.elsewhere else None


def meddocan(names: LabelMap) -> Target:
    """Spanish clinical notes, one instance a line; 30 % of the training documents are the test.
    Source: English task dialogues."""
    lines = read_utterances(DATA / "meddocan.train.jsonl.gz", names)
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    return Target(pool, test, english_dialogues(names))


def meddocan_labels(names: LabelMap) -> Target:
    """The notes with their own 21 labels, where `meddocan` has coarse ones."""
    lines = read_utterances(DATA / "meddocan.train.jsonl.gz")
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    return Target(pool, test, english_dialogues(names))


def meddocan_large(names: LabelMap) -> Target:
    """Both parts of the notes; 30 % of the documents are the test."""
    lines = read_utterances(DATA / "meddocan.train.jsonl.gz", names)
    lines += read_utterances(DATA / "meddocan.dev.jsonl.gz", names)
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    return Target(pool, test, english_dialogues(names), LARGE, 9)


def english_dialogues(names: LabelMap) -> list[Utterance]:
    """Turns that teach the source of targets in another language."""
    return read_utterances(DATA / "sgd.dev.jsonl.gz", names)[:12_000]


def sgd(names: LabelMap) -> Target:
    """English task dialogues; source: customer service of another collection."""
    turns = read_utterances(DATA / "sgd.dev.jsonl.gz", names)
    pool, test = split_by_dialogue(turns, 0.3, np.random.default_rng(0))
    return Target(pool, test[:6_000], read_utterances(DATA / "multidogo.dev.jsonl.gz", names))


def multidogo(names: LabelMap) -> Target:
    """Technical support in English, the nearest to support calls; source: three other domains."""
    support, others = multidogo_parts(names)
    pool, test = split_by_dialogue(support, 0.3, np.random.default_rng(0))
    return Target(pool, test, others[:25_000])


def multidogo_parts(names: LabelMap) -> tuple[list[Utterance], list[Utterance]]:
    """The turns of the technical support, and those of the domains of its source."""
    support: list[Utterance] = []
    others: list[Utterance] = []
    for part in ("multidogo.dev.jsonl.gz", "multidogo.train.jsonl.gz"):
        with gzip.open(DATA / part, "rt", encoding="utf-8") as lines:
            domains = {each["id"]: each["domain"] for each in map(json.loads, lines)}
        for turn in read_utterances(DATA / part, names):
            if domains[turn.dialogue] == "software":
                support.append(turn)
            elif domains[turn.dialogue] in {"airline", "finance", "insurance"}:
                others.append(turn)
    return support, others


def restaurant8k(names: LabelMap) -> Target:
    """Calls that book a table, one turn each, with their own test; source: English dialogues."""
    pool = read_utterances(DATA / "restaurant8k.train.jsonl.gz", names)
    test = read_utterances(DATA / "restaurant8k.test.jsonl.gz", names)
    return Target(pool, test, english_dialogues(names))


def fmtod(names: LabelMap) -> Target:
    """Spanish commands to an assistant, with a test of their own; source: English dialogues."""
    pool = read_utterances(DATA / "fmtod-es.train.jsonl.gz", names)
    test = read_utterances(DATA / "fmtod-es.test.jsonl.gz", names)
    return Target(pool, test, english_dialogues(names))


def germeval(names: LabelMap) -> Target:
    """German news and Wikipedia, names only: 30 % of the documents are the test."""
    lines = read_utterances(DATA / "germeval2014.test.jsonl.gz", names)
    lines += read_utterances(DATA / "germeval2014.dev.jsonl.gz", names)
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    return Target(pool, test, english_dialogues(names))


def presidio(names: LabelMap) -> Target:
    """Invented English sentences with nine kinds of items: 30 % of them are the test."""
    lines = read_utterances(DATA / "presidio-synth.all.jsonl.gz", names)
    pool, test = split_by_dialogue(lines, 0.3, np.random.default_rng(0))
    return Target(pool, test, english_dialogues(names))


# The strategies and thresholds were never tuned on the fresh ones.
KNOWN: dict[str, Callable[[LabelMap], Target]] = {
    "meddocan": meddocan,
    "multidogo": multidogo,
    "sgd": sgd,
}
FRESH: dict[str, Callable[[LabelMap], Target]] = {
    "restaurant8k": restaurant8k,
    "fmtod_es": fmtod,
    "germeval": germeval,
    "presidio": presidio,
}
TARGETS = {"software": multidogo, "sgd": sgd, "meddocan": meddocan}
