"""What a line that is not UTF-8 says in the encodings that it may be in."""

import io
import zipfile

import pytest

from annotation.formats.files.encoding import candidates
from annotation.formats.files.streams import odd_line

SPOKEN = '{"id": "a"}\n{"text": "Núñez"}\n{"text": "Núñez pagó 30 € ayer"}\n'


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("windows-1252", {"windows-1252": '{"text": "Núñez pagó 30 € ayer"}'}),
        (
            "iso-8859-15",
            {
                "iso-8859-1": '{"text": "Núñez pagó 30 ¤ ayer"}',
                "iso-8859-15": '{"text": "Núñez pagó 30 € ayer"}',
            },
        ),
        ("utf-16", {"utf-16": '{"id": "a"}'}),
        ("utf-32", {"utf-32": '{"id": "a"}'}),
        ("utf-8", {}),
    ],
)
def test_a_line_in_each_encoding_that_it_may_be_in(encoding: str, told: dict[str, str]) -> None:
    """Of the lines that are not UTF-8 one that tells the encodings apart."""
    line = odd_line(SPOKEN.encode(encoding), "a.jsonl")
    assert dict(candidates(line.removesuffix(b"\n"))) == told


def test_a_long_line_is_shown_around_the_byte_that_tells() -> None:
    line = ("x" * 500 + "señor 5 €" + "y" * 500).encode("windows-1252")
    ((name, shown),) = candidates(line)
    assert name == "windows-1252"
    assert (shown[0], shown[-1], len(shown)) == ("…", "…", 82)
    assert "señor 5 €" in shown


def test_an_odd_line_of_a_zip_is_found() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "Ana: sí\n")
        archive.writestr("b.txt", "Ana: ¿sí?\n".encode("latin-1"))
    assert candidates(odd_line(out.getvalue(), "x.zip"))[0][1].startswith("Ana: ¿sí?")
