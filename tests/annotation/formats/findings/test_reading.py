"""Which tool's output a file is, what is read of it, and what is refused; files in tests/data/found
were written by the tools themselves."""

import json
import re
from pathlib import Path

import pytest

from annotation.formats import (
    FORMATS,
    FormatError,
    ReadOptions,
    detect_source,
    is_installed,
    read_corpus,
)
from annotation.formats.findings import faults, reading
from annotation.formats.findings.documents import Found
from annotation.formats.findings.reading import FINDINGS, MASKED, iter_found, kind_of_output
from tests.annotation.formats.samples import sample
from tests.archives import zipped

FOUND = Path(__file__).parents[3] / "data" / "found"
FILES = sorted(path.name for path in FOUND.iterdir())


def read(data: Path | bytes, name: str = "call-1.json") -> list[Found]:
    return list(iter_found(data, ReadOptions(), filename=name))


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_told_by_its_content(name: str) -> None:
    kinds = {".txt": MASKED, ".xml": "philter"}
    assert kind_of_output(FOUND / name, "x") == kinds.get(Path(name).suffix, FINDINGS)
    assert all(each.program for each in read(FOUND / name))


@pytest.mark.parametrize("format", [*filter(is_installed, FORMATS)])
def test_labels_of_any_format_are_findings(format: str) -> None:
    if format in ("plain", "brat"):
        return
    data = sample(format)
    assert kind_of_output(data, "f") == format
    labels = [span for each in read_corpus(format, data, filename="f") for t in each.turns
              for span in t.spans]  # fmt: skip
    assert sum(len(text.findings) for text in read(data, "f")) == len(labels)


@pytest.mark.parametrize("name", ["presidio.jsonl", "scrubadub.json", "philter-coordinates.json"])
def test_findings_alone_are_no_corpus_and_the_way_in_is_said(name: str) -> None:
    with pytest.raises(FormatError, match="dialogues that are here") as caught:
        detect_source(FOUND / name, name)
    assert caught.value.code == "content_type"


@pytest.mark.parametrize("name", [name for name in FILES if ".json" in name])
def test_a_file_that_is_cut_gives_whole_lines_or_an_error_without_words(name: str) -> None:
    data = (FOUND / name).read_bytes().rstrip()
    whole = [each.findings for each in read(FOUND / name)]
    for end in range(1, len(data), max(1, len(data) // 150)):
        some = outcome(data[:end])
        if isinstance(some, FormatError):
            assert "arriet" not in str(some) and "arriet" not in repr(some)
        else:
            assert len(some) == data[:end].rstrip().count(b"\n") + 1
            assert [each.findings for each in some] == whole[: len(some)]


def outcome(data: bytes) -> list[Found] | FormatError:
    try:
        return read(data)
    except FormatError as fault:
        return fault


def test_ids_stand_inside_or_are_the_names_of_files() -> None:
    one = b'[{"entity_type": "P", "start": 0, "end": 3, "score": 1}]'
    assert [each.id for each in read(one, "a/call-1.json")] == ["call-1"]
    assert [each.id for each in read(b'{"x": ' + one + b', "y": []}')] == ["x", "y"]
    listed = b'[{"id": 7, "results": ' + one + b'}, {"doc_id": "z", "entities": []}]'
    assert [each.id for each in read(listed)] == ["7", "z"]
    files = zipped(**{"call-1.json": one.decode(), "call-2.json": one.decode()})
    assert [each.id for each in read(files, "all.zip")] == ["call-1", "call-2"]


def test_findings_of_tokens_are_joined() -> None:
    tokens = (
        b'[{"entity": "B-PER", "score": 0.9, "index": 1, "word": "Har", "start": 0, "end": 3},'
        b' {"entity": "I-PER", "score": 0.8, "index": 2, "word": "##riet", "start": 3, "end": 7},'
        b' {"entity": "I-PER", "score": 0.7, "index": 3, "word": "Vane", "start": 8, "end": 12},'
        b' {"entity": "B-PER", "score": 0.6, "index": 4, "word": "Bo", "start": 13, "end": 15}]'
    )
    [text] = read(tokens)
    assert [(f.start, f.end, f.type, f.score) for f in text.findings] == [
        (0, 12, "PER", 0.7),
        (13, 15, "PER", 0.6),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b'{"entities": [{"start": 1, "end": 2, "score": 0.5, "label": ""}]}',
        b'{"results": ["x"], "entity_type": 1, "start": 1, "end": 2, "score": 1}',
        b'{"a": 1, "entity_type": "x", "start": 1, "end": 2, "score": 1}',
    ],
)
def test_what_is_no_output_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)
    assert caught.value.code == "findings"


@pytest.mark.parametrize("odd", ["\\ud800", "a\\u0000"])
@pytest.mark.parametrize("key", ["id", "entity_type"])
def test_names_that_no_database_takes_are_refused(key: str, odd: str) -> None:
    row = '{"id": "a", "results": [{"entity_type": "P", "start": 0, "end": 1, "score": 1}]}'
    with pytest.raises(FormatError, match=r"half of a surrogate|control character"):
        read(re.sub(rf'("{key}": )"."', lambda match: f'{match[1]}"{odd}"', row).encode())


def test_an_id_that_is_a_text_is_not_repeated() -> None:
    (found,) = read(b'{"id": "I am Harriet", "results": []}')
    assert "Harriet" not in str(found.error(faults.NO_DIALOGUE))
    (found,) = read(b'{"id": "call-1", "results": []}')
    assert '"call-1"' in str(found.error(faults.NO_DIALOGUE))


def test_files_of_many_texts_are_read_once_through() -> None:
    """Each took minutes where work grew with the square of the file."""
    rows = [{"beg": 0, "end": 1, "type": "name", "document_name": f"d{n}.txt"} for n in range(9999)]
    assert len(read(json.dumps(rows).encode())) == 9999
    head = '<?xml version="1.0"?><x xmlns:xmi="http://www.omg.org/XMI"><!--'
    sofa = '<cas:Sofa sofaString="Harriet"/><type4:CASMetadata xmi:id="7" username="ann"/></x>'
    noted = reading._noted(head + "CASMetadata " * 200_000 + "-->" + sofa)
    assert noted == {"username": "ann", "sourceDocumentName": "", "projectName": ""}
