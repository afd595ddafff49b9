"""A folder of files of one format is a corpus, as a zip of them is."""

import gzip
from pathlib import Path

import pytest

import antifaz
from annotation.formats import FORMATS, FormatError, detect_source, is_installed
from annotation.services.storage.files import read_dialogues
from tests.annotation.formats.samples import SECRET, sample

EACH = [name for name in FORMATS if is_installed(name) and name != "brat"]  # which has pairs


def put(folder: Path, format: str) -> None:
    """Two files, one of them further down, beside what is none of them."""
    ending = FORMATS[format].extensions[0]
    (folder / "more").mkdir()
    (folder / f"call-1{ending}").write_bytes(sample(format, 1))
    (folder / "more" / f"call-2{ending}").write_bytes(sample(format, 2))
    (folder / ".DS_Store").write_bytes(b"\0\0")


@pytest.mark.parametrize("format", EACH)
def test_files_of_every_format(format: str, tmp_path: Path) -> None:
    put(tmp_path, format)
    (tmp_path / "LICENCE.md").write_text("do not copy")
    assert detect_source(tmp_path, "x") == format
    some = list(antifaz.read(tmp_path))
    said = [" ".join(turn.text for turn in each.turns) for each in some]
    assert [(f"{SECRET} 0" in text, f"{SECRET} 1" in text) for text in said] == [
        (True, False),
        (False, True),
    ]
    assert [each.turns for each in read_dialogues(str(tmp_path))] == [each.turns for each in some]


def test_packed_files_and_pairs(tmp_path: Path) -> None:
    put(tmp_path, "jsonl")
    path = tmp_path / "more" / "call-3.jsonl.gz"
    path.write_bytes(gzip.compress(sample("jsonl", 3)))
    assert len(list(antifaz.read(tmp_path))) == 3
    (pairs := tmp_path / "pairs").mkdir()
    antifaz.write([antifaz.Dialogue("a", "es", (antifaz.Turn("", "hola"),))], pairs, format="brat")
    assert [each.id for each in antifaz.read(pairs)] == ["a"]


def test_faults_name_the_file_in_it(tmp_path: Path) -> None:
    put(tmp_path, "jsonl")
    (tmp_path / "more" / "call-2.jsonl").write_text('{"id": 3')
    with pytest.raises(FormatError, match=r"more/call-2\.jsonl:1"):
        list(antifaz.read(tmp_path))
    (empty := tmp_path / "empty").mkdir()
    with pytest.raises(FormatError):
        list(antifaz.read(empty))
