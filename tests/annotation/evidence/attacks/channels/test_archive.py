"""What the container of a file tells."""

import gzip
import io
import zipfile

import pytest

from annotation.evidence.attacks.channels.archive import archive
from tests.annotation.evidence.attacks.bracketed import attacked, pair

PAIRS = [pair("hola", name="call-77")]


def zipped(*rows: zipfile.ZipInfo, comment: bytes = b"") -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as out:
        out.comment = comment
        for row in rows:
            out.writestr(row, b"{}")
    return held.getvalue()


def test_a_zip_with_constant_times_is_held() -> None:
    found = attacked(
        archive, PAIRS, file=zipped(zipfile.ZipInfo("d0001.txt"), zipfile.ZipInfo("d0002.txt"))
    )
    assert (found.state, found.tried) == ("held", 2)


@pytest.mark.parametrize(
    "file",
    [
        zipped(zipfile.ZipInfo("d0001.txt", (2026, 11, 22, 9, 30, 0))),
        zipped(zipfile.ZipInfo("call-77.txt")),
        zipped(zipfile.ZipInfo("d0001.txt"), comment=b"made by hand"),
        gzip.compress(b"{}", mtime=1_700_000_000),
    ],
)
def test_times_names_and_comments_are_told(file: bytes) -> None:
    found = attacked(archive, PAIRS, file=file)
    assert (found.state, found.values["telling"]) == ("told", 1)


def test_a_plain_file_and_a_gzip_without_a_time_are_held() -> None:
    for file in (b"{}\n", gzip.compress(b"{}", mtime=0)):
        assert attacked(archive, PAIRS, file=file).state == "held"
    assert attacked(archive, PAIRS, file=b"{}", file_name="call-77.jsonl").state == "told"


def test_without_the_file_or_with_a_damaged_one_it_is_not_run() -> None:
    assert attacked(archive, PAIRS).why == "The file that leaves is not at hand."
    assert attacked(archive, PAIRS, file=b"PK\x03\x04broken").why == "The zip file cannot be read."
