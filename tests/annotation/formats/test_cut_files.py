"""A file of each format that ends too early, at 200 places: our error or whole turns, no text of it
in what is said, and nothing of it read where the format has an end of its own."""

import pytest

from annotation.formats import (
    FORMATS,
    DialogueValue,
    FormatError,
    ReadOptions,
    is_installed,
    iter_corpus,
)
from tests.annotation.formats.samples import SECRET, sample
from tests.effort import tries

# What is a line, or a paragraph, is whole without what was behind it.
OPEN = {
    *("plain", "csv", "vtt", "srt", "conll", "webanno"),
    *("eml", "mbox", "whatsapp"),
}


@pytest.mark.parametrize("format", [*filter(is_installed, FORMATS)])
def test_a_file_that_is_cut(format: str) -> None:
    data = sample(format)
    whole = [turn.text for each in _read(format, data) for turn in each.turns]
    assert any(SECRET in text for text in whole)
    end = len(data.rstrip())
    read, said = 0, set[str]()
    for number in range(tries(200, 1000)):
        cut = data[: end * number // tries(200, 1000)]
        try:
            turns = [turn.text for each in _read(format, cut) for turn in each.turns]
        except FormatError as error:
            said |= {str(error), repr(error), error.expected}
            continue
        read += 1
        # All that is read was there; the last may have been cut.
        assert turns[:-1] == whole[: max(0, len(turns) - 1)]
    assert (read > 0) == (format in OPEN)
    assert "" not in said and not any(SECRET in each for each in said)


def _read(format: str, data: bytes) -> list[DialogueValue]:
    return list(iter_corpus(format, data, ReadOptions(), filename="f"))
