"""The job: read, tag, gather, replace, write. Called by `python -m antifaz.spark`.

The corpus is read twice, as the command `pseudonymise` reads it: first what must be known of all
dialogues is gathered from each block and merged, in the order of the blocks; then each block is
replaced with it. So the bytes are those of one process, however the blocks are spread, and a block
whose machine is lost is done again.
"""

import hashlib
import json
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from annotation.evidence.bundle.croissant import TITLE, Card, croissant_of_card
from annotation.evidence.bundle.records import CorpusFile
from annotation.formats import faults
from annotation.formats.corpora.jsonl import read_rendered, with_id
from annotation.formats.corpora.training.columns import COLUMNS, TYPES, row_of
from annotation.formats.errors import FormatError
from annotation.refusals import Refused
from annotation.replacement.rules import Rules, made_rules
from annotation.services.standalone.keys import others_may_read, read_key
from annotation.services.standalone.replacing import Gathered, Order
from antifaz.spark import blocks
from antifaz.spark.blocks import Begun, Head, Place, Start

FAN = 8  # parts that are merged on one machine at a time
DONE = "number long, draw string, mark string, told string, line string, held string"
MODEL = "antifaz-model"


@dataclass(frozen=True, kw_only=True)
class Job:
    """What to do. Paths are those of file systems that Spark knows, but key and model."""

    source: str
    out: str
    strategy: str
    key_file: str
    model: str = ""
    threshold: float | None = None
    label_strategies: Mapping[str, str] = field(default_factory=dict)
    allow: tuple[str, ...] = ()
    marked: bool = False
    keep_ids: bool = False

    @property
    def issues(self) -> str:
        return f"{self.out}.issues"

    @property
    def held(self) -> str:
        return f"{self.out}.held"

    @property
    def croissant(self) -> str:
        return f"{self.out}.croissant.json"


def run(spark: Any, job: Job) -> dict[str, int]:
    """Write the replaced dialogues to `out`, what is told of each to `out`.issues, those that are
    held back, as they came in, to `out`.held, and the catalogue entry of `out`. Returns counts.

    Raises: FormatError, Refused; then nothing is written.
    """
    rules = made_rules(job.strategy, job.label_strategies)
    outputs = _new_outputs(spark, (job.out, job.issues, job.held, job.croissant))
    context = spark.sparkContext
    key = _handed_out(context, job.key_file)
    lines = _lines(spark, job)
    with tempfile.TemporaryDirectory() as folder:
        if job.model:  # tagging takes longest, and is done once
            lines = _tagged(context, lines, job, Path(folder)).persist(_on_disk())
        try:
            gathered, starts = _gathered(context, lines, rules, job)
            order = Order(
                strategy=job.strategy,
                key=b"",  # which each machine reads from its own file
                label_strategies=job.label_strategies,
                marked=job.marked,
                keep_ids=job.keep_ids,
            )
            work = context.broadcast(gathered.replacing(order, job.source))
            context.setJobGroup("replace", "antifaz: replace")
            rows = lines.mapPartitions(
                lambda own: blocks.replace_blocks(own, work.value, starts, key)
            )
            counts, card = _written(spark, rows, job)
            _write(context, outputs[-1], json.dumps(croissant_of_card(card), indent=2))
            return counts
        except BaseException:
            for path in outputs:
                path.getFileSystem(context._jsc.hadoopConfiguration()).delete(path, True)
            raise


def _new_outputs(spark: Any, names: Sequence[str]) -> list[Any]:
    """Paths of Hadoop's. Raises Refused where something is there already."""
    jvm, jsc = spark.sparkContext._jvm, spark.sparkContext._jsc
    paths = [jvm.org.apache.hadoop.fs.Path(name) for name in names]
    for name, path in zip(names, paths, strict=True):
        if path.getFileSystem(jsc.hadoopConfiguration()).exists(path):
            raise Refused(f"{name}: is there already; expected a new name")
    return paths


def _on_disk() -> Any:
    """Encrypted there, as the session asks for."""
    from pyspark import StorageLevel

    return StorageLevel.DISK_ONLY


def _lines(spark: Any, job: Job) -> Any:
    """Rows (file, place in it, line) of the whole corpus."""
    from pyspark.sql import functions as of

    place = (of.col("_metadata.file_path"), of.col("_metadata.file_block_start"))
    if _is_parquet(job.source):
        read = spark.read.parquet(job.source)
        columns = [name for name in COLUMNS if name in read.columns]
        if not {"id", "turns"} <= set(columns):
            raise Refused(f"{job.source}: no columns id and turns; expected those of our Parquet")
        return read.select(*place, of.struct(*columns)).rdd.mapPartitions(blocks.rows_of_columns)
    # Bytes, for Spark would replace those that are no UTF-8.
    read = spark.read.option("lineSep", "\n").text(job.source)
    return read.select(*place, of.col("value").cast("binary")).rdd.mapPartitions(
        blocks.rows_of_text
    )


def _is_parquet(path: str) -> bool:
    return path.rstrip("/").endswith(".parquet")


def _handed_out(context: Any, key_file: str) -> str:
    """Give the key to the cluster as a file; returns its name there."""
    from pyspark import SparkFiles

    if "://" not in key_file:
        if others_may_read(key_file):
            raise Refused(f"{key_file}: others can read this key; expected mode 600")
        read_key(key_file)
    context.addFile(key_file)
    name = key_file.rstrip("/").rpartition("/")[2]
    read_key(SparkFiles.get(name))
    return name


def _tagged(context: Any, lines: Any, job: Job, folder: Path) -> Any:
    packed = folder / "model.tar"
    with tarfile.open(packed, mode="w") as archive:
        for each in sorted(Path(job.model).iterdir()):
            archive.add(each, arcname=each.name)
    context.addArchive(f"{packed}#{MODEL}")
    return lines.mapPartitions(partial(blocks.tag_blocks, archive=MODEL, threshold=job.threshold))


def _gathered(
    context: Any, lines: Any, rules: Rules, job: Job
) -> tuple[Gathered, dict[Place, Start]]:
    """What must be known of all, and where each block begins. Raises: FormatError, Refused."""
    context.setJobGroup("gather", "antifaz: gather")
    begun = lines.mapPartitions(partial(blocks.gather_blocks, rules=rules, allow=job.allow))
    begun.persist(_on_disk())
    heads = sorted(begun.map(Begun.head).collect(), key=attrgetter("place"))
    starts = _starts(heads)
    if not sum(each.dialogues for each in heads):
        raise FormatError(faults.EMPTY_JSONL, file=job.source)
    numbers = {each.place: number for number, each in enumerate(heads)}
    parts = begun.map(lambda each: (numbers[each.place], each.gathered))
    count = len(heads)
    while count > FAN:
        count = -(-count // FAN)
        parts = parts.map(_in_fan).partitionBy(count, int).mapPartitionsWithIndex(_merged)
    gathered = blocks.merged(parts.collect())
    begun.unpersist()
    return gathered, starts


def _in_fan(part: tuple[int, Gathered]) -> tuple[int, tuple[int, Gathered]]:
    return part[0] // FAN, part


def _merged(
    number: int, fan: Iterable[tuple[int, tuple[int, Gathered]]]
) -> Iterator[tuple[int, Gathered]]:
    yield number, blocks.merged(part for _fan, part in fan)


def _starts(heads: Sequence[Head]) -> dict[Place, Start]:
    """How much stands before each block. Raises the first FormatError, with its line in the file.

    heads: in the order of the corpus.
    """
    starts: dict[Place, Start] = {}
    dialogues = lines = 0
    file = ""
    for head in heads:
        if head.place[0] != file:
            file, lines = head.place[0], 0
        if head.fault is not None:
            head.fault.line = head.fault.line and head.fault.line + lines
            raise head.fault
        starts[head.place] = Start(dialogues, lines)
        dialogues += head.dialogues
        lines += head.lines
    return starts


def _written(spark: Any, rows: Any, job: Job) -> tuple[dict[str, int], Card]:
    """Write the three outputs, and count; what is told of `out`. Raises: Refused."""
    from pyspark.sql import functions as of

    done = spark.createDataFrame(rows, DONE, verifySchema=False).persist(_on_disk())
    _refuse_faulty(done, job)
    held = done.where("held is not null").orderBy("number").select("held")
    held.write.text(job.held)
    leaving = done.where("line is not null")
    if job.keep_ids:
        told = done.orderBy("number").select("told")
        out = leaving.orderBy("number").select("line")
    else:
        drawn = leaving.orderBy("draw", "number").select("number", "line").rdd.zipWithIndex()
        named = spark.createDataFrame(drawn.map(_named), "number long, name string, line string")
        told = done.join(named.select("number", "name"), "number", "left").orderBy("number")
        told = spark.createDataFrame(told.rdd.map(_told), "told string")
        out = named.select("line")
    told.write.text(job.issues)
    if _is_parquet(job.out):
        columns = out.rdd.map(_columns)
        spark.createDataFrame(columns, TYPES, verifySchema=False).write.parquet(job.out)
    else:
        out.write.text(job.out)

    told_of = partial(of.when, of.col("line").isNotNull())
    counts = done.agg(
        of.count("line").alias("dialogues"),
        of.sum(told_of(of.get_json_object("told", "$.replaced").cast("long"))).alias("replaced"),
        of.count("held").alias("held_back"),
        of.array_sort(of.collect_set(told_of(of.get_json_object("line", "$.lang")))).alias(
            "languages"
        ),
    ).first()
    done.unpersist()
    card = Card(
        file=_files(spark.sparkContext, job),
        title=TITLE,
        made=date.today().isoformat(),
        languages=counts["languages"],
        strategy=job.strategy,
        dialogues=counts["dialogues"],
        items=counts["replaced"] or 0,
        left=0,
        marked=job.marked,
    )
    named = ("dialogues", "replaced", "held_back")
    return {name: counts[name] or 0 for name in named}, card


def _files(context: Any, job: Job) -> CorpusFile:
    """The parts of `out` with their sums, by their names beside it; each is read by one process."""
    format = "parquet" if _is_parquet(job.out) else "jsonl"
    folder = job.out.rpartition("/")[2]
    found = context.binaryFiles(job.out).map(_summed).collect()
    members = tuple(
        CorpusFile(name=f"{folder}/{name}", sha256=digest, bytes=size, format=format)
        for name, digest, size in sorted(found)
    )
    size = sum(each.bytes for each in members)
    return CorpusFile(name="", sha256="", bytes=size, format=format, members=members)


def _summed(file: tuple[str, bytes]) -> tuple[str, str, int]:
    path, content = file
    return path.rpartition("/")[2], hashlib.sha256(content).hexdigest(), len(content)


def _write(context: Any, path: Any, text: str) -> None:
    stream = path.getFileSystem(context._jsc.hadoopConfiguration()).create(path)
    stream.write(bytearray(f"{text}\n".encode()))
    stream.close()


def _refuse_faulty(done: Any, job: Job) -> None:
    """Raises Refused for what cannot be replaced, and for two dialogues with one id."""
    faulty = done.where("""told like '{"error"%'""").orderBy("number").first()
    if faulty is not None:
        error = json.loads(faulty["told"])["error"]
        raise Refused(f"{job.source}: dialogue {faulty['number']}: {error}")
    alike = done.groupBy("mark").agg({"number": "max", "*": "count"}).where("`count(1)` > 1")
    if (twice := alike.orderBy("max(number)").first()) is not None:
        number = twice["max(number)"]
        raise Refused(f"{job.source}: dialogue {number}: an id is there twice", code="duplicate_id")


def _named(row: tuple[Any, int]) -> tuple[int, str, str]:
    (number, line), place = row
    name = f"d{place + 1:04d}"
    return number, name, with_id(line.encode(), name).decode()


def _told(row: Any) -> tuple[str]:
    told = json.loads(row["told"])
    told["id"] = row["name"] or told["id"]
    return (json.dumps(told),)


def _columns(row: Any) -> dict[str, Any]:
    return row_of(read_rendered(row[0].encode()))
