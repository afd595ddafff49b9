"""What a source of each kind is worth: as it is, and to a tagger with few labels of its own.

Pools of 5,000 turns or lines, test split by dialogue, sensitive or not by token. Labelled turns are
drawn by chance and are the same in every row of a repeat, so that only the source differs; with a
source the tagger does what the labels allow (`apply_source`), as a project's does. The break-even
of a source is the number of own labels with which a tagger without any source has its F1.

Kinds: `crf` is the source model of benchmarks/active_learning.py; `rules` the identifiers;
`address` a program that answers JSON on this machine, here a CRF with words of the source's corpus;
`presidio` its recognisers of forms, where presidio-analyzer is installed; `several` all of
these; `large`, with --encoder, a BERT that 3,000 turns of the source's corpus taught.
`noise` tells chance and `inverted` the opposite of the truth: they must cost nothing.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from json import dumps, loads
from pathlib import Path
from typing import Any

import numpy as np
from common import answer, argument_parser, need_data, print_table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from learning_parts import targets as corpora

from learning.crf.first_stage import add_second_stage
from learning.crf.tagger import CrfTagger
from learning.errors import ExtraMissing, OneClassOnly
from learning.large.encoders import find_encoder
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger
from learning.metrics.precision_recall import prf
from learning.rounds.estimator import Labelled, PoolEstimator, objects, rows
from learning.simulation.corpora import LabelMap, read_labelmap
from learning.simulation.samples import Plan, Sample, TestSet, draw_sample
from learning.source.address import AddressSource
from learning.source.recognisers import open_presidio
from learning.source.remembered import MemoryStore, Remembered
from learning.source.rules import RulesSource
from learning.source.several import Several
from learning.source.tagged import TaggedSource
from learning.source.transfer import apply_source
from learning.threads import one_thread
from learning.told import Source, Told, checked
from learning.types import Card, Progress, Utterance

SIZES = (25, 50, 100, 200)  # own labels; a source is shown up to 100
SHOWN = (25, 50, 100)
LARGE_TURNS = 3_000
RECOGNISERS = {
    "en": ["CreditCardRecognizer", "EmailRecognizer", "IbanRecognizer", "PhoneRecognizer"],
    "es": ["CreditCardRecognizer", "EmailRecognizer", "IbanRecognizer", "PhoneRecognizer",
           "EsNifRecognizer", "EsNieRecognizer"],
}  # fmt: skip


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--targets", default="software,sgd,meddocan", help="with commas between")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--kinds", default="", help="only these, with commas between")
    parser.add_argument("--encoder", default="", help="folder of weights: measures `large`, too")
    options = parser.parse_args()
    need_data("labelmap.json", "meddocan.train.jsonl.gz", "sgd.dev.jsonl.gz")
    names = read_labelmap(corpora.DATA / "labelmap.json")
    figures: dict[str, float] = {}
    notes: list[str] = []
    wanted = ["meddocan"] if options.quick else options.targets.split(",")
    for target in wanted:
        repeats, size = (1, 1_000) if options.quick else (options.repeats, corpora.POOL)
        only = set(filter(None, options.kinds.split(",")))
        found = measure(target, names, repeats, size, notes, only, options.encoder)
        figures |= {f"{target}_{key}": value for key, value in found.items()}
    if not options.json:
        for target in wanted:
            table(target, figures)
    else:
        answer("sources", figures, {}, True, notes)


@one_thread()
def measure(
    name: str,
    names: LabelMap,
    repeats: int,
    size: int,
    notes: list[str],
    only: set[str],
    encoder: str,
) -> dict[str, float]:
    """Figures of a target: KIND_at_N_recall and _f1 with N own labels (0: the source as it is),
    KIND_even and KIND_seconds (a thousand turns of the test)."""
    make: dict[str, Callable[[LabelMap], corpora.Target]] = {
        "software": corpora.multidogo, "sgd": corpora.sgd, "meddocan": corpora.meddocan,
    }  # fmt: skip
    target = make[name](names)
    held = TestSet(target.test, "binary")
    plan = Plan(pool_size=size)
    found: dict[str, list[float]] = {}
    with serving(neighbour(name, names)) as url:
        language = "es" if name == "meddocan" else "en"
        sources = kinds(target.source, url, language, notes)
        if encoder:
            sources["large"] = Remembered(large(target.elsewhere, encoder, size), MemoryStore())
        sources = {kind: each for kind, each in sources.items() if not only or kind in only}
        for kind, source in sources.items():
            scores = as_it_is(source, target.test)
            for key, value in scores.items():
                found[f"{kind}_{key}"] = [value]
        for repeat in range(repeats):
            sample = draw_sample(target.pool, plan, repeat)
            lot = sample.rng().permutation(len(sample.pool)).tolist()
            liars = {"noise": Liar(sample, False), "inverted": Liar(sample, True)}
            rows_of: dict[str, Source | None] = {"none": None, **sources}
            rows_of |= {kind: each for kind, each in liars.items() if not only or kind in only}
            for kind, source in rows_of.items():
                for n in SHOWN if source is not None or size < corpora.POOL else SIZES:
                    score, used = taught(sample, held, lot[:n], source)
                    for key in ("recall", "f1"):
                        found.setdefault(f"{kind}_at_{n}_{key}", []).append(score[key])
                    found.setdefault(f"{kind}_at_{n}_used", []).append(float(used))
    means = {key: round(float(np.mean(values)), 4) for key, values in found.items()}
    for kind in sources:
        gains = [
            found[f"{kind}_at_{n}_f1"][k] - found[f"none_at_{n}_f1"][k]
            for n in SHOWN
            for k in range(repeats)
        ]
        means[f"{kind}_worst"] = round(min(gains), 4)
        means[f"{kind}_even"] = break_even(means, means[f"{kind}_at_0_f1"])
    return means


def kinds(crf: CrfTagger, url: str, language: str, notes: list[str]) -> dict[str, Source]:
    """Every source that can be asked here."""
    sources: dict[str, Source] = {"crf": crf, "rules": RulesSource()}
    sources["address"] = Remembered(AddressSource(url), MemoryStore())
    try:
        presidio = open_presidio(RECOGNISERS[language], language, "1")
        sources["presidio"] = Remembered(presidio, MemoryStore())
    except ExtraMissing as error:
        notes.append(str(error))
    return sources | {"several": Several(tuple(sources.values()))}


def large(elsewhere: Sequence[Utterance], encoder: str, size: int) -> TaggedSource:
    """A BERT taught on turns of the source's corpus, drawn by chance."""
    places = np.random.default_rng(0).permutation(len(elsewhere))[
        : LARGE_TURNS if size >= corpora.POOL else 100
    ]
    settings = LargeSettings(encoder=find_encoder(encoder))
    tagger = new_tagger("bert", settings)
    tagger.fit([elsewhere[int(place)] for place in places], labels="binary")
    return TaggedSource(tagger, "1", tagger.labels)


def as_it_is(source: Source, test: Sequence[Utterance]) -> dict[str, float]:
    """Recall and F1 of a source with no label, its seconds a thousand turns."""
    began = time.perf_counter()
    chances, read = checked(source.tell(test), test).flat()
    seconds = time.perf_counter() - began
    gold = truth(test)
    calls = chances > 0.5
    scores = prf(int((calls & gold).sum()), int(calls.sum()), int(gold.sum()))
    found = {f"at_0_{key}": scores[key] for key in ("precision", "recall", "f1")}
    return found | {"read": float(read.mean()), "seconds": 1_000 * seconds / len(test)}


def truth(utterances: Sequence[Utterance]) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    return TestSet(utterances, "binary").gold != ""


def taught(
    sample: Sample, held: TestSet, chosen: Sequence[int], source: Source | None
) -> tuple[Mapping[str, float], bool]:
    """The scores of a tagger of these labels, and whether it uses the source."""
    labelled = {index: sample.gold[index] for index in chosen}
    verdict = apply_source(sample.pool, source, labelled)
    add_second_stage(sample.pool, labelled)
    used = verdict is not None and (verdict.uses_prior or verdict.uses_features)
    learner = PoolEstimator(sample.pool, "binary")
    try:
        learner.fit(rows(chosen), objects([Labelled(labelled[index]) for index in chosen]))
    except OneClassOnly:
        return held.score(None), used
    return held.score(learner.tagger_), used


def break_even(means: Mapping[str, float], f1: float) -> float:
    """Own labels that give this F1 without a source, between two sizes on a straight line; the
    largest size where even that gives less."""
    there = [n for n in SIZES if f"none_at_{n}_f1" in means]
    known = [(0, 0.0), *((n, means[f"none_at_{n}_f1"]) for n in there)]
    for (low, below), (high, above) in pairwise(known):
        if f1 <= above:
            return round(low + (high - low) * (f1 - below) / max(1e-9, above - below), 1)
    return float(there[-1])


@dataclass(frozen=True)
class Liar:
    """A source of the pool that tells chance, or the opposite of the truth."""

    sample: Sample
    inverted: bool

    @property
    def card(self) -> Card:
        return {"kind": "liar"}

    @property
    def version(self) -> str:
        return ""

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        rng = np.random.default_rng(0)
        sensitive = []
        for place, each in enumerate(utterances):
            gold = truth([replace(each, spans=self.sample.gold[place])])
            chance = rng.random(len(gold)).astype(np.float32)
            wrong = np.where(gold, 0.02, 0.98).astype(np.float32)
            sensitive.append(wrong if self.inverted else chance)
        return Told(sensitive, [np.ones(len(each), np.bool_) for each in sensitive])


def neighbour(name: str, names: LabelMap) -> CrfTagger:
    """What answers behind the address: a CRF with words, taught on the source's corpus."""
    if name == "meddocan":
        turns = corpora.read_utterances(corpora.DATA / "sgd.dev.jsonl.gz", names)
    elif name == "sgd":
        turns = corpora.read_utterances(corpora.DATA / "restaurant8k.train.jsonl.gz", names)
    else:
        turns = corpora.multidogo_parts(names)[1]
    return CrfTagger().fit(turns[:6_000], labels="binary")


@contextmanager
def serving(tagger: CrfTagger) -> Iterator[str]:
    """A program on this machine that answers as docs/source-models.md says."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = loads(self.rfile.read(int(self.headers["Content-Length"])))
            turns = [Utterance(" ".join(turn["tokens"])) for turn in asked["turns"]]
            told = []
            for turn, values in zip(asked["turns"], tagger.tell(turns).sensitive, strict=True):
                # Joined with spaces a turn may be cut in another way: then nothing was read.
                same = len(values) == len(turn["tokens"])
                given = values.tolist() if same else [None] * len(turn["tokens"])
                told.append({"id": turn["id"], "sensitive": given})
            body = dumps({"turns": told}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/tell"
    finally:
        server.shutdown()
        server.server_close()


def table(target: str, figures: Mapping[str, float]) -> None:
    """For people: a row a source, recall / F1 with 0 to 100 labels."""
    listed = [key.removesuffix("_at_25_f1") for key in figures if key.endswith("_at_25_f1")]
    names = [key.removeprefix(f"{target}_") for key in listed if key.startswith(f"{target}_")]
    head = ["source", "0 (as it is)", *(f"{n} labels" for n in SHOWN)]
    lines = [[*head, "used", "break-even", "s/1000"]]
    for kind in names:
        cells = [kind]
        for n in (0, *SHOWN):
            key = f"{target}_{kind}_at_{n}"
            pair = [figures.get(f"{key}_{each}") for each in ("recall", "f1")]
            cells.append(" / ".join("-" if each is None else f"{each:.3f}" for each in pair))
        used = [figures.get(f"{target}_{kind}_at_{n}_used", 0.0) for n in SHOWN]
        cells.append(" ".join(f"{each:.0%}" for each in used))
        for key in ("even", "seconds"):
            value = figures.get(f"{target}_{kind}_{key}")
            cells.append("-" if value is None else f"{value:.1f}")
        lines.append(cells)
    print(f"\n{target}: recall / F1")
    print_table(lines)
    own = [
        f"{n}: {figures[f'{target}_none_at_{n}_f1']:.3f}"
        for n in SIZES
        if f"{target}_none_at_{n}_f1" in figures
    ]
    print(f"F1 without a source at {', '.join(own)}")


if __name__ == "__main__":
    main()
