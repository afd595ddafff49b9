"""The options of `train`: what is learnt, from what, and how a large tagger does it."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from annotation.management.reporting import positive, share
from annotation.services.standalone.surrogate_training import STRATEGIES
from annotation.services.training.encoders import large_settings
from learning.large.finetuning import LargeSettings


def add_training(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("corpus", metavar="PROJECT|FILE", help="short name of a project, FILE.jsonl[.gz], or -")
    add(
        "--tagger",
        choices=["crf", "bert", "flair"],
        default="crf",
        help="kind of model (default crf); bert and flair need make setup EXTRAS=bert",
    )
    add("--out", required=True, metavar="DIR", help="folder of the model")
    add(
        "--labels",
        choices=["all", "binary"],
        default="all",
        help="learn every label, or only personal or not (default all)",
    )
    add(
        "--on-surrogates",
        choices=STRATEGIES,
        metavar="STRATEGY",
        help="learn from what a strategy makes of the texts: a model that may leave",
    )
    add(
        "--recall",
        type=share,
        metavar="R",
        help="reach this recall (0.98): mark what is not surely harmless; trains four times",
    )
    add(
        "--encoder",
        default="",
        metavar="FOLDER|NAME",
        help="weights of bert and flair (docs/taggers.md says where to get some)",
    )
    add("--epochs", type=positive, help="of bert and flair (default 4)")
    add("--learning-rate", type=share, metavar="R", help="of bert and flair (default by size)")
    add(
        "--frozen",
        choices=["embeddings", "encoder", "nothing"],
        default="embeddings",
        help="what of bert and flair does not learn (default embeddings)",
    )
    add("--device", default="auto", help="cpu, cuda, cuda:1, or auto (default): a GPU if any")
    add("--online", action="store_true",
        help="an encoder may be fetched from the hub by name")  # fmt: skip


def large_of(given: Mapping[str, Any]) -> LargeSettings:
    """How a large tagger is trained, of the options of `add_training`."""
    return large_settings(
        given["encoder"],
        online=given["online"],
        epochs=given["epochs"],
        learning_rate=given["learning_rate"],
        frozen=given["frozen"],
        device=given["device"],
    )
