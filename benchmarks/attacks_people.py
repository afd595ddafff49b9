"""What coherence costs, what is told of people, and what stands beside the text, on real corpora.

MultiDoGO (technical support and finance) and MEDDOCAN: the product's CRF learns from some dialogues
and tags others, `manage.py pseudonymise` replaces what it found and writes the file and its report,
and the attacks of these three groups run on the pairs. So the misses are the tagger's own. Needs
`shared/data`; prints a table of success against chance, and that of ways to repeat a surrogate.
"""

import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotation.evidence.attacks import channels, coherence, people
from annotation.evidence.attacks.registry import run_here
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Pair, quietly
from annotation.formats.corpora.jsonl import iter_jsonl
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from benchmarks.common import DATA, ROOT, answer, argument_parser, need_data
from benchmarks.instances import utterances
from learning.crf.tagger import CrfTagger
from learning.types import Span

ROWS = {**coherence.ROWS, **people.ROWS, **channels.ROWS}


@dataclass(frozen=True)
class Corpus:
    """A file of shared/data, and how many dialogues are learnt from and released."""

    name: str
    file: str
    scheme: str  # of labelmap.json
    learnt: int
    released: int
    domains: tuple[str, ...] = ()


CORPORA = (
    Corpus("multidogo", "multidogo.train", "multidogo", 400, 1500, ("software", "finance")),
    Corpus("meddocan", "meddocan.train", "meddocan", 150, 250),
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--corpora", default=",".join(corpus.name for corpus in CORPORA))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    chosen = [corpus for corpus in CORPORA if corpus.name in options.corpora.split(",")]
    need_data(*(f"{corpus.file}.jsonl.gz" for corpus in chosen), "labelmap.json")
    figures: dict[str, float] = {}
    baselines: dict[str, float] = {}
    notes: list[str] = []
    for corpus in chosen:
        if options.quick:
            corpus = replace(corpus, learnt=corpus.learnt // 5, released=corpus.released // 10)
        target = released(corpus, options.seed)
        figures[f"{corpus.name} dialogues"] = len(target.pairs)
        figures[f"{corpus.name} held back"] = corpus.released - len(target.pairs)
        for name, attack in ROWS.items():
            begun = time.perf_counter()
            rng = np.random.default_rng(options.seed)
            found = run_here(attack, target, rng, quietly)
            target = with_evidence(target, found)
            figures[f"{corpus.name} {name} s"] = round(time.perf_counter() - begun, 1)
            if found.success is not None and found.chance is not None:
                figures[f"{corpus.name} {name}"] = round(found.success.value, 4)
                baselines[f"{corpus.name} {name}"] = round(found.chance, 4)
            notes += [f"{corpus.name} {line}" for line in told(found)]
    answer("attacks_people", figures, baselines, options.json, notes)


def with_evidence(target: Target, found: Finding) -> Target:
    """The findings so far are what travels: the last attack searches them."""
    so_far = dict(target.evidence or {})
    return replace(target, evidence=so_far | {found.name: found.to_json()})


def told(found: Finding) -> Iterator[str]:
    said = found.why or found.sentence % found.values
    spread = f" [{found.success.low:.3f}, {found.success.high:.3f}]" if found.success else ""
    yield f"{found.name}: {found.state}{spread}. {said}"
    for row in found.rows:
        yield "    " + ", ".join(f"{key} {value}" for key, value in row.items())


def released(corpus: Corpus, seed: int) -> Target:
    """Originals with their gold labels beside what `pseudonymise` made of the tagger's."""
    every = [d for d in read(corpus) if not corpus.domains or d.meta["domain"] in corpus.domains]
    random.Random(seed).shuffle(every)
    learnt, rest = every[: corpus.learnt], every[corpus.learnt :][: corpus.released]
    tagger = CrfTagger().fit(utterances(learnt))
    found = iter(tagger.predict(utterances(rest)))
    tagged = [
        replace(d, turns=tuple(replace(t, spans=values(next(found))) for t in d.turns))
        for d in rest
    ]
    with tempfile.TemporaryDirectory() as folder:
        before, after, report = (Path(folder) / f"{name}.json" for name in ("in", "out", "report"))
        before.write_text("".join(line_of(d) for d in tagged), encoding="utf-8")
        command = [sys.executable, "manage.py", "pseudonymise", str(before), str(after),
                   "--strategy", "entity", "--spans", "marked", "--new-key", f"{folder}/key",
                   "--report", str(report)]  # fmt: skip
        # Dialogues in which an original would be readable are held back, which is no success.
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if not after.exists():
            raise SystemExit(done.stderr)
        beside = json.loads(report.read_text(encoding="utf-8"))
        file = after.read_bytes()
        with after.open("rb") as stream:
            written = {d.id: d for d in iter_jsonl(stream, filename="out")}
    pairs = [
        Pair(replace(rest[row["line"] - 1], line=row["line"]), written[row["id"]])
        for row in beside["dialogues"]
        if row["id"] in written
    ]
    return Target(pairs, spans_marked=True, file=file, file_name="out.jsonl", report=beside)


def read(corpus: Corpus) -> Iterator[DialogueValue]:
    """The dialogues with their personal labels."""
    personal = json.loads((DATA / "labelmap.json").read_text(encoding="utf-8"))[corpus.scheme]
    with gzip.open(DATA / f"{corpus.file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            turns = tuple(
                TurnValue(
                    turn.get("speaker", ""),
                    turn["text"],
                    tuple(
                        SpanValue(s["start"], s["end"], s["label"])
                        for s in turn["spans"]
                        if s["label"] in personal
                    ),
                    {key: turn[key] for key in ("turn", "intent") if key in turn},
                )
                for turn in made["turns"]
            )
            yield DialogueValue(made["id"], made["lang"], turns, {"domain": made.get("domain")})


def values(spans: Sequence[Span]) -> tuple[SpanValue, ...]:
    return tuple(SpanValue(s.start, s.end, s.label) for s in spans)


def line_of(dialogue: DialogueValue) -> str:
    turns: list[dict[str, Any]] = [
        {"speaker": t.speaker, "text": t.text, **t.extra,
         "spans": [{"start": s.start, "end": s.end, "label": s.label} for s in t.spans]}
        for t in dialogue.turns
    ]  # fmt: skip
    row = {"id": dialogue.id, "lang": dialogue.lang, "turns": turns}
    return json.dumps(row, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
