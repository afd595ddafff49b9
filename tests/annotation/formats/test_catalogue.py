"""What is only read is not offered for writing, and says so."""

from io import BytesIO

import pytest

from annotation.formats import (
    FORMATS,
    WRITTEN,
    DialogueValue,
    FormatError,
    TurnValue,
    render,
    write_corpus,
)

READ_ONLY = {name for name in FORMATS if name not in WRITTEN}


def test_a_format_that_is_only_read_is_not_written() -> None:
    assert "eml" in READ_ONLY and "jsonl" in WRITTEN
    some = DialogueValue("d", "es", (TurnValue("a", "Ana"),))
    for name in READ_ONLY:
        with pytest.raises(FormatError, match="only read") as caught:
            render(name, some)
        assert caught.value.expected.startswith("one of jsonl, ")
        with pytest.raises(FormatError, match="only read"):
            write_corpus(name, [some], BytesIO())
