"""Simulations on files: read and check them, keep finished repeats, write curve, table and plot.

Called by the command `simulate`; needs no database. `learning.simulation.comparison` does the sums.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

from django.conf import settings

import learning
from annotation.formats.files.archive import GZIP_MAGIC
from annotation.refusals import Refused
from annotation.services.storage.files import write_json, written
from annotation.shapes import says
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS
from learning.choice.strategies import Strategy
from learning.crf.tagger import CrfTagger
from learning.errors import BadCorpus, EmptyPool, NoSource, UnknownStrategy
from learning.simulation import corpora, curves, plots, replay
from learning.simulation.comparison import Answer, Material, Task, compare
from learning.source.kinds import is_foreign, open_source
from learning.source.remembered import MemoryStore, Remembered
from learning.storage import read_card
from learning.told import Source
from learning.types import Utterance

Tell = Callable[[Task, Answer, int, int], None]
Warn = Callable[[str], None]
# How a setting of a plan is called on the command line, where that differs.
OPTIONS = {
    "pool_size": "--pool",
    "costs": "--prices",
    "audit_percent": "--audit",
    "classes": "--unread-text",
}


@dataclass(frozen=True)
class Files:
    target: str
    test: str
    source: str = ""  # a JSONL corpus or a model folder
    labelmap: str = ""


@contextmanager
def with_standard_input(files: Files) -> Iterator[Files]:
    """The files, and "-" as one that only its owner can read and that goes at the end: each is read
    more than once. Raises: Refused for two of them."""
    named = [name for name, path in asdict(files).items() if path == "-"]
    if not named:
        yield files
        return
    if len(named) > 1:
        raise Refused("standard input is one file; expected - for one of the options", code="stdin")
    with tempfile.TemporaryDirectory(prefix="antifaz-") as folder:
        path = Path(folder) / "stdin"
        with path.open("wb") as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
        with path.open("rb") as kept:
            packed = kept.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        path = path.rename(path.with_suffix(".gz")) if packed else path
        yield replace(files, **{named[0]: str(path)})


@dataclass(frozen=True)
class Order:
    seeds: str = "auto"  # names with commas between
    queries: str = "adaptive"
    sizes: Sequence[int] = ()  # compare first batches of these sizes only
    jobs: int = 1
    parts: Path | None = None  # a folder where finished repeats are kept and found again
    restart: bool = False


def simulate_files(
    files: Files,
    plan: replay.Plan,
    order: Order,
    *,
    tell: Tell | None = None,
    warn: Warn = lambda sentence: None,
) -> dict[str, Any]:
    """Replay active learning with every pair of the strategies named; see `comparison.compare`.

    warn: called with a sentence for what is odd and no failure.
    Raises: LearningError, Refused (parts of another simulation), OSError.
    """
    pairs = strategies_named(order.seeds, order.queries, with_source=bool(files.source))
    names = corpora.read_labelmap(Path(files.labelmap)) if files.labelmap else None
    if plan.labels == "coarse" and names is None:
        raise BadCorpus("--labels coarse: no label map; expected --labelmap FILE")
    kept = None
    if order.parts:
        kept = PartsFolder.open(order.parts, identity(files, plan), order.restart)
    target, test = (_read(path, names) for path in (files.target, files.test))
    for sentence in oddities(files, target, test, plan, names):
        warn(sentence)
    source = _source(files.source, names, kept)
    material = Material(target, test, source, plan)
    result = compare(material, pairs, sizes=order.sizes, jobs=order.jobs, parts=kept, tell=tell)
    for sentence in odd_runs(result["runs"]):
        warn(sentence)
    return result


def strategies_named(seeds: str, queries: str, *, with_source: bool) -> list[tuple[str, str]]:
    """Every seed strategy with every query strategy; a query strategy written as "seed/query" is
    paired with that seed only. Raises: UnknownStrategy, NoSource."""
    pairs = []
    for query in _names(queries):
        own_seed, _, name = query.rpartition("/")
        pairs += [(seed, name) for seed in ([own_seed] if own_seed else _names(seeds))]
    for seed, query in pairs:
        _check(seed, "--seed-strategy", SEEDS, with_source)
        _check(query, "--query-strategy", QUERIES, with_source)
    return list(dict.fromkeys(pairs))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] or [""]


def _check(name: str, option: str, known: Mapping[str, Strategy[Any]], with_source: bool) -> None:
    if name not in known:
        listed = ", ".join(sorted(known))
        raise UnknownStrategy(f"{option}: no strategy {name!r}; expected one of {listed}")
    if known[name].needs_source and not with_source:
        raise NoSource(f"{option} {name}: it needs a source model; expected --source too")


def _read(path: str, names: corpora.LabelMap | None) -> list[Utterance]:
    utterances = corpora.read_utterances(Path(path), names)
    if not any(each.text.strip() for each in utterances):
        raise EmptyPool(f"{path}:1: no turn with text; expected dialogues, one a line")
    if not any(each.spans for each in utterances):
        end = " that the label map keeps" if names else ""
        raise BadCorpus(f"{path}:1: no turn has a span{end}; expected gold spans")
    return utterances


def oddities(
    files: Files,
    target: Sequence[Utterance],
    test: Sequence[Utterance],
    plan: replay.Plan,
    names: corpora.LabelMap | None,
) -> list[str]:
    """A sentence for each oddity that is no failure. Raises: BadCorpus when no label is shared."""
    sentences = []
    pool = min(plan.pool_size or len(target), len(target))
    if plan.pool_size and plan.pool_size > len(target):
        sentences.append(
            f"--pool {plan.pool_size}: the file has {len(target)} turns; all are the pool"
        )
    if plan.batch >= pool:
        sentences.append(f"--batch {plan.batch}: the pool has {pool} turns, so one batch holds it")
    if names is not None:
        paths = [files.target, files.test] + [files.source] * Path(files.source).is_file()
        sentences += [
            f"{files.labelmap}: nothing for {Path(path).name}; its labels stay as they are"
            for path in paths
            if corpora.labels_for(Path(path).name, names) is None
        ]
    dialogues = {each.dialogue for each in target}
    if plan.batch_unit == "dialogue" and len(dialogues) == 1:
        sentences.append(
            "--batch-unit dialogue: the pool is one dialogue, so the first batch holds it"
        )
    if plan.labels == "binary":
        return sentences
    here, there = ({s.label for each in part for s in each.spans} for part in (target, test))
    if not here & there:
        raise BadCorpus(f"{files.test}:1: no label of {files.target}; expected the same scheme")
    if unknown := sorted(there - here):
        sentences.append(f"{files.test}: labels never seen in the pool: {', '.join(unknown)}")
    return sentences


def odd_runs(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the runs themselves show to be odd, a sentence each: nothing that a model of the whole
    pool finds, and first batches that taught nothing."""
    sentences = []
    blind = sorted({run["repeat"] for run in runs if not run["full"]["f1"]})
    if blind:
        sentences.append(
            f"repeat {_listed(blind)}: the model of the whole pool has an F1 of 0, so no share of"
            " it is counted as reached"
        )
    empty: dict[str, list[int]] = {}
    for run in runs:
        if "advice" not in run["curve"][0]:  # which a point has once there is a model
            empty.setdefault(run["seed_strategy"], []).append(run["repeat"])
    return sentences + [
        f"--seed-strategy {seed}, repeat {_listed(sorted(set(repeats)))}: the first batch has no"
        " span, so it taught nothing"
        for seed, repeats in empty.items()
    ]


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _source(
    source: str, names: corpora.LabelMap | None, kept: "PartsFolder | None"
) -> Source | None:
    """The source; one trained on a corpus is kept with the finished repeats."""
    if not source:
        return None
    if Path(source).is_dir() and is_foreign(read_card(Path(source))):
        opened = open_source(Path(source), settings.SOURCE_ADDRESSES)
        return Remembered(opened, MemoryStore())
    if kept is None or Path(source).is_dir():
        return replay.open_source(Path(source), names)
    folder = kept.folder / "source"
    if not folder.exists():
        replay.open_source(Path(source), names).save(folder)
    return CrfTagger.load(folder)


class PoolSize(TypedDict):
    instances: int
    tokens: int


class CurveScores(TypedDict):
    precision: float
    recall: float
    f1: Annotated[float, says("Of sensitive or not.", minimum=0, maximum=1)]


class CurvePoint(CurveScores):
    """What is labelled so far, how good the tagger is, and how long the round took."""

    instances: Annotated[int, says(minimum=0)]
    tokens: Annotated[int, says(minimum=0)]
    train_s: float
    score_s: float
    select_s: float


class CurveRun(TypedDict):
    repeat: int
    seed_strategy: str
    query_strategy: str
    full: CurveScores
    pool: PoolSize
    curve: list[CurvePoint]
    stopped_at: Annotated[
        int | None, says("Instances when the advice was first to stop.", minimum=0)
    ]


class CurveFile(TypedDict):
    full: Annotated[CurveScores, says("With the whole pool labelled, the mean of the runs.")]
    pool: PoolSize
    runs: list[CurveRun]


@dataclass(frozen=True)
class PartsFolder:
    """Finished tasks of one simulation, a small JSON file each, and what they belong to."""

    folder: Path

    @classmethod
    def open(cls, folder: Path, identity: dict[str, object], restart: bool) -> "PartsFolder":
        """The parts of this simulation. Raises: Refused when the folder holds another's."""
        note = folder / "settings.json"
        then = _json(note)
        finished = any(folder.glob("full-*.json")) or any(folder.glob("run-*.json"))
        if finished and then is not None and then != identity and not restart:
            what = _differences(then, identity)
            raise Refused(
                f"{folder}: holds repeats made with other settings ({what}); expected the same"
                " ones, another --out, or --restart",
                code="other_settings",
            )
        if restart or then != identity:
            for old in folder.glob("*.json"):
                old.unlink()
            if (folder / "source").exists():
                shutil.rmtree(folder / "source")
        write_json(identity, str(note))
        return cls(folder)

    def get(self, name: str) -> Answer | None:
        """The answer to a task, or None when it was not finished."""
        return _json(self.folder / f"{name}.json")

    def put(self, name: str, answer: Answer) -> None:
        """Keep an answer: the file is there whole or not at all."""
        write_json(answer, str(self.folder / f"{name}.json"))


def identity(files: Files, plan: replay.Plan) -> dict[str, object]:
    """All that a repeat depends on: settings, contents of files, and the code; not how many repeats
    or which strategies, which may be added later."""
    plain = {
        key: value
        for key, value in asdict(plan).items()
        if key not in {"repeats", "seed_strategy", "query_strategy"}
    }
    code = hashlib.blake2b(digest_size=12)
    for module in sorted(Path(learning.__file__).parent.rglob("*.py")):
        code.update(module.read_bytes())
    contents = {name: _digest(Path(path)) if path else "" for name, path in asdict(files).items()}
    identity_row: dict[str, object] = json.loads(json.dumps(plain | contents))
    return identity_row | {"code": code.hexdigest()}


def _digest(path: Path) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _differences(then: dict[str, object], now: dict[str, object]) -> str:
    """The settings that differ, as options: values where they are short, else only that they do."""
    words = []
    for key in sorted(now):
        if then.get(key) == now[key]:
            continue
        option = OPTIONS.get(key, "--" + key.replace("_", "-"))
        if key == "code":
            words.append("the program has changed since")
        elif key in {"target", "test", "source", "labelmap"}:
            words.append(f"{option}: another content")
        else:
            words.append(f"{option}: {then.get(key)} then, {now[key]} now")
    return "; ".join(words)


def _json(path: Path) -> dict[str, object] | None:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def write_table(result: dict[str, Any], out: str, spread: str) -> None:
    with written(out) as stream:
        stream.write(curves.table(result["runs"], result["set_up"], spread).encode())


def write_plot(result: dict[str, Any], out: str, axis: str, title: str) -> None:
    """The curves as SVG or PNG. Raises: Refused for another kind of file, or without matplotlib."""
    try:
        plots.draw_curves(result["runs"], Path(out), axis=axis, title=title)
    except ValueError as error:
        raise Refused(f"--plot {error}", code="plot_suffix") from error
