"""`python -m antifaz.spark IN OUT ...`, or the same by spark-submit, which takes this file."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from annotation.refusals import Refused
from annotation.replacement.rules import NAMES
from antifaz.spark.job import Job, run
from antifaz.values import FormatError, need

HELD_BACK = 3  # exit status
# Texts of people lie on the disks of machines while the job runs. Between machines they are safe
# where the cluster has a secret (spark.authenticate), which is for who runs it to set.
SAFE = {
    "spark.io.encryption.enabled": "true",
    "spark.hadoop.fs.permissions.umask-mode": "077",
    "spark.ui.showConsoleProgress": "false",
}


def parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m antifaz.spark",
        description="Replace labelled items by surrogates on a cluster of Spark, with the bytes of "
        "`antifaz pseudonymise`. Paths are JSONL, also packed, folders and patterns of it, or "
        "Parquet where they end in .parquet, on any file system that Spark knows. What is told of "
        "each dialogue goes to OUT.issues, what is held back, with its originals, to OUT.held, an "
        "entry for catalogues to OUT.croissant.json. "
        "Exit status 3: something was held back.",
    )
    add = parser.add_argument
    add("source", metavar="IN", help="labelled dialogues")
    add("out", metavar="OUT", help="the replaced ones; a new folder")
    add("--strategy", required=True, choices=NAMES, help="how items are replaced")
    add("--key-file", required=True, metavar="K", help="32 bytes: the same key draws the same")
    add("--model", default="", metavar="M", help="folder of a model that labels first")
    add("--threshold", type=float, metavar="T", help="mark a word unless it is harmless with T")
    add("--label-strategy", action="append", default=[], metavar="LABEL=STRATEGY",
        help="another strategy for one label; may be repeated")  # fmt: skip
    add("--allow", type=Path, metavar="FILE", help="words that name nobody, one a line")
    add("--spans", choices=("none", "marked"), default="none",
        help="marked: spans tell what was replaced")  # fmt: skip
    add("--keep-ids", action="store_true", help="ids and order stay; default: d0001, drawn")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    options = parser().parse_args(arguments)
    try:
        if options.model:
            need("antifaz.spark --model")
        job = Job(
            source=options.source,
            out=options.out.rstrip("/"),
            strategy=options.strategy,
            key_file=options.key_file,
            model=options.model,
            threshold=options.threshold,
            label_strategies=dict(_chosen(each) for each in options.label_strategy),
            allow=tuple(options.allow.read_text("utf-8").splitlines()) if options.allow else (),
            marked=options.spans == "marked",
            keep_ids=options.keep_ids,
        )
        counts = _run(job)
    except (FormatError, ImportError, OSError, Refused) as error:
        print(f"antifaz.spark: {error}", file=sys.stderr)
        return 2 if isinstance(error, ImportError) else 1
    print(json.dumps({"out": job.out, **counts}))
    return HELD_BACK if counts["held_back"] else 0


def _chosen(text: str) -> tuple[str, str]:
    label, _sign, strategy = text.rpartition("=")
    if not label:
        raise Refused(f"--label-strategy {text}: expected LABEL=STRATEGY")
    return label, strategy


def _run(job: Job) -> dict[str, int]:
    try:
        from pyspark import SparkConf
        from pyspark.sql import SparkSession
    except ImportError:
        raise ImportError("pyspark is not installed: pip install 'antifaz[spark]'") from None
    conf = SparkConf()
    for name, value in SAFE.items():
        conf.setIfMissing(name, value)
    conf.setIfMissing("spark.app.name", "antifaz")
    spark = SparkSession.builder.config(conf=conf).getOrCreate()
    try:
        return run(spark, job)
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
