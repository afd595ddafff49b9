"""Dialogues in which nothing is marked: what the model learns of ordinary talk, and where it is
counted how many notes it would make. The corpora lie beside the project; those that are not there
are left out."""

import gzip
import json
from collections.abc import Iterable, Iterator
from itertools import islice

from annotation.formats import DialogueValue
from benchmarks.common import DATA
from benchmarks.demo import hotel_bookings, support_calls
from benchmarks.dependence.reading import Line
from surrogates.checks.context.features import Mark, pieces
from surrogates.labels import kind_of

# From each a few: in a corpus, too, some words depend.
_LEARNED = {
    "es": (("meddocan.train", "meddocan", 40),),
    "en": (("multidogo.train", "multidogo", 150),),
    "de": (("germeval2014.test", "germeval2014", 15),),
}
_TRIED = {
    "es": (("meddocan.dev", "meddocan", 40),),
    "en": (("multidogo.dev", "multidogo", 150), ("sgd.dev", "sgd", 80)),
    "de": (("germeval2014.dev", "germeval2014", 15),),
}
_CALLS = {"es": support_calls, "en": hotel_bookings}
_OF_DEMO = 60


def learned_from(lang: str) -> Iterator[list[Line]]:
    """Corpora, and the first calls of the demo."""
    for name, scheme, count in _LEARNED.get(lang, ()):
        yield from islice(_corpus(name, scheme), count)
    if lang in _CALLS:
        yield from islice(_demo(_CALLS[lang]()), _OF_DEMO)


def tried_on(lang: str) -> Iterator[tuple[str, list[list[Line]]]]:
    """Others, with their names."""
    for name, scheme, count in _TRIED.get(lang, ()):
        if some := list(islice(_corpus(name, scheme), count)):
            yield name, some
    if lang in _CALLS:
        yield "demo", list(islice(_demo(_CALLS[lang]()), _OF_DEMO, None))


def _demo(calls: Iterable[DialogueValue]) -> Iterator[list[Line]]:
    for call in calls:
        yield [
            _line(turn.text, sorted((s.start, s.end, s.label) for s in turn.spans))
            for turn in call.turns
        ]


def _corpus(name: str, scheme: str) -> Iterator[list[Line]]:
    path = DATA / f"{name}.jsonl.gz"
    if not path.exists():
        return
    personal = json.loads((DATA / "labelmap.json").read_text("utf-8"))[scheme]
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield [
                _line(turn["text"], [(s["start"], s["end"], s["label"]) for s in turn["spans"]
                                     if s["label"] in personal])
                for turn in json.loads(line)["turns"]
            ]  # fmt: skip


def _line(text: str, spans: list[tuple[int, int, str]]) -> Line:
    return Line(pieces(text, [Mark(s, e, kind_of(label)) for s, e, label in spans]), frozenset())
