"""Judgments and posts masked and measured as TAB and SPIA do: entities, words, people.

The product's CRF learns from three quarters of the documents what must be masked (direct and quasi
identifiers) and tags the last quarter, in four folds; the engine replaces what it found (`entity`).
`gold` replaces what the annotators masked. TAB (MIT) and PANORAMA (CC BY 4.0), with the subjects of
SPIA, from `shared/data`.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotation.evidence.masking.entities import measure_masking, total
from annotation.evidence.masking.subjects import measure_protection
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from benchmarks.common import DATA, answer, argument_parser, need_data
from benchmarks.instances import utterances
from learning.crf.tagger import CrfTagger
from learning.metrics.intervals import wilson
from surrogates import Dialogue, Mention, Turn, pseudonymise

FOLDS = 4
FILES = {"tab": "tab.sample", "panorama": "panorama.sample"}


@dataclass(frozen=True)
class Document:
    """A text with its gold spans, and the people whom it is about."""

    text: DialogueValue
    subjects: Sequence[Mapping[str, Any]]


def main(argv: Sequence[str] | None = None) -> None:
    options = argument_parser(__doc__ or "").parse_args(argv)
    need_data(*(f"{file}.jsonl.gz" for file in FILES.values()))
    figures: dict[str, float] = {}
    notes: list[str] = []
    for name, file in FILES.items():
        documents = list(read(file))
        random.Random(0).shuffle(documents)
        chosen = documents[:: 4 if options.quick else 1]
        for how, found in (("crf", tagged(chosen, options.quick)), ("gold", gold(chosen))):
            measured, notes_of = measure(found)
            figures |= {f"{name} {how} {key}": value for key, value in measured.items()}
            notes += [f"{name} {how} {line}" for line in notes_of]
    answer("masking", figures, {}, options.json, notes)


def measure(
    found: list[tuple[Document, DialogueValue]],
) -> tuple[dict[str, float], list[str]]:
    counts = total(
        measure_masking(document.text, [turn.spans for turn in read_as.turns])
        for document, read_as in found
    )
    people = measure_protection(
        [(said(d.text), said(replaced(read_as)), d.subjects) for d, read_as in found]
    )
    rates = {"er_di": counts.direct, "er_qi": counts.quasi, "r": counts.recalled_words,
             "p": counts.right_words}  # fmt: skip
    notes = [
        f"{key}: {hits} of {tried} ({wilson(hits, tried)[0]:.3f}-{wilson(hits, tried)[1]:.3f})"
        for key, (hits, tried) in rates.items()
    ]
    notes.append(
        f"{people.subjects} subjects, {people.attributes} attributes: {people.said} said before, "
        f"{people.stays} of them after"
    )
    shares = {key: round(hits / tried, 4) for key, (hits, tried) in rates.items() if tried}
    return shares | {"cpr": round(people.cpr, 4), "ipr": round(people.ipr, 4)}, notes


def tagged(documents: list[Document], quick: bool) -> list[tuple[Document, DialogueValue]]:
    """Each document as the tagger of the other folds reads it."""
    made = []
    for fold in range(1 if quick else FOLDS):
        tested = documents[fold::FOLDS]
        learnt = [d for place, d in enumerate(documents) if place % FOLDS != fold]
        tagger = CrfTagger().fit(utterances(masked(d.text) for d in learnt))
        for document in tested:
            spans = iter(tagger.predict(utterances([document.text])))
            turns = tuple(
                replace(t, spans=tuple(SpanValue(s.start, s.end, s.label) for s in next(spans)))
                for t in document.text.turns
            )
            made.append((document, replace(document.text, turns=turns)))
    return made


def gold(documents: list[Document]) -> list[tuple[Document, DialogueValue]]:
    return [(document, masked(document.text)) for document in documents]


def masked(text: DialogueValue) -> DialogueValue:
    """The spans that annotators masked."""
    return replace(
        text,
        turns=tuple(
            replace(t, spans=tuple(s for s in t.spans if s.extra["identifier"] != "NO_MASK"))
            for t in text.turns
        ),
    )


def replaced(text: DialogueValue) -> DialogueValue:
    """What the engine writes for the spans."""
    turns = tuple(
        Turn(t.speaker, t.text, tuple(Mention(s.start, s.end, s.label, f"{place}:{s.start}")
                                      for s in t.spans))
        for place, t in enumerate(text.turns)
    )  # fmt: skip
    draft = pseudonymise(
        Dialogue(text.id, text.lang, turns), strategy="entity", key=b"masking"
    ).draft
    return replace(text, turns=tuple(TurnValue(t.speaker, t.text) for t in draft.turns))


def said(text: DialogueValue) -> str:
    return "\n".join(turn.text for turn in text.turns)


def read(file: str) -> Iterator[Document]:
    with gzip.open(DATA / f"{file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            turns = tuple(
                TurnValue(
                    turn["speaker"],
                    turn["text"],
                    tuple(
                        SpanValue(s["start"], s["end"], s["label"], None,
                                  {"identifier": s["identifier"], "entity": s["entity"]})
                        for s in turn["spans"]
                    ),
                )
                for turn in made["turns"]
            )  # fmt: skip
            yield Document(
                DialogueValue(made["id"], made["lang"], turns), made.get("subjects") or []
            )


if __name__ == "__main__":
    main()
