"""The generator still makes what ships; if not, `python -m benchmarks.demo` writes it anew."""

import gzip

import pytest

from annotation import demo
from annotation.formats.corpora.jsonl import write_line
from benchmarks.demo import SHIPPED


def shipped(name: str) -> str:
    return gzip.decompress((demo.FOLDER / f"{name}.jsonl.gz").read_bytes()).decode()


@pytest.mark.parametrize("name", SHIPPED)
def test_the_generator_makes_what_ships(name: str) -> None:
    assert shipped(name) == "".join(map(write_line, SHIPPED[name]()))


def test_every_file_of_the_app_is_made_here_and_read_there() -> None:
    assert {path.name for path in demo.FOLDER.glob("*.gz")} == {f"{n}.jsonl.gz" for n in SHIPPED}
    read = (demo.support_calls(), demo.hotel_bookings(), demo.calls_read_twice(), demo.traps())
    assert [len(dialogues) for dialogues in read] == [160, 200, 12, 3]
    again = "".join(map(write_line, read[0]))
    assert again == shipped("support-calls")
