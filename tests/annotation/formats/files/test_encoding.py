"""What a line that is not UTF-8 says in the encodings that it may be in."""

import io
import zipfile

import pytest

from annotation.formats.files.encoding import candidates
from annotation.formats.files.streams import odd_line

PAID = '{"text": "Núñez pagó 30 € ayer"}'
SPOKEN = '{"id": "a"}\n{"text": "Núñez"}\n{"text": "Núñez pagó 30 € ayer"}\n'


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("windows-1252", PAID),
        ("iso-8859-15", PAID),
        ("macroman", '{"text": "Núñez"}'),
        ("cp850", '{"text": "Núñez"}'),
        ("utf-16", '{"id": "a"}'),
        ("utf-32", '{"id": "a"}'),
    ],
)
def test_the_first_of_the_encodings_that_a_line_may_be_in(encoding: str, told: str) -> None:
    """Of the lines that are not UTF-8 one that tells the encodings apart; of the readings first the
    one with the fewest rare characters."""
    line = odd_line(SPOKEN.encode(encoding, "replace"), "a.jsonl")
    found = candidates(line.removesuffix(b"\n"))
    assert found[0] == (encoding, told)
    assert len({text for _name, text in found}) == len(found) <= 5


def test_what_is_utf_8_may_be_in_no_other() -> None:
    assert candidates(odd_line(SPOKEN.encode(), "a.jsonl")) == []


def test_a_long_line_is_shown_around_the_byte_that_tells() -> None:
    line = ("x" * 500 + "señor 5 €" + "y" * 500).encode("windows-1252")
    name, shown = candidates(line)[0]
    assert name == "windows-1252"
    assert (shown[0], shown[-1], len(shown)) == ("…", "…", 82)
    assert "señor 5 €" in shown


def test_an_odd_line_of_a_zip_is_found() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "Ana: sí\n")
        archive.writestr("b.txt", "Ana: ¿sí?\n".encode("latin-1"))
    assert candidates(odd_line(out.getvalue(), "x.zip"))[0][1].startswith("Ana: ¿sí?")
