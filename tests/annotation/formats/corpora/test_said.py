"""The last search reads in every format what comes from a dialogue, and no number of its own."""

from typing import Any

import pytest

from annotation.formats import WRITTEN, DialogueValue, SpanValue, TurnValue, is_installed, render
from annotation.replacement.leaving import _phrase, _texts

HERE = [name for name in WRITTEN if is_installed(name)]
# Words that a format would escape or cut, and a name beside the text.
TEXT = 'soy O\'Hara & <Sáez> "Begoña"; Núñez, 😀Irun dos.Ana=sí'
LABELS = (SpanValue(4, 10, "name"), SpanValue(14, 18, "surname"))
TURNS = (
    TurnValue("Marimar", TEXT, LABELS, {"start": 1.25, "end": 1980.5}),
    TurnValue("B", "sin nada más\nque Olabe\t\x0bEtxeberri"),
)


def said(format: str) -> str:
    rendered = render(format, DialogueValue("d0001", "es", TURNS))
    return _phrase("\n".join(t for name, data in rendered.named(set()) for t in _texts(name, data)))


@pytest.mark.parametrize("format", HERE)
def test_whatever_a_dialogue_says_is_found(format: str) -> None:
    shown = said(format)
    words = ["O'Hara", "Sáez", "Begoña", "Núñez", "Irun", "Ana", "Olabe", "Etxeberri"]
    if format not in ("i2b2", "webanno", "xmi", "cas-json"):  # which do not say who speaks
        words.append("Marimar")
    if format == "conll":  # its words are cut
        words.remove("O'Hara")
    else:
        words.append("sin nada más")
    for word in words:
        assert _phrase(word) in shown, word


@pytest.mark.parametrize("format", HERE)
def test_numbers_of_a_format_are_not_found(format: str) -> None:
    shown: Any = said(format)
    for number in ("250", "1250", "1980", "2001", "2006", "2014", "0123", "1250.0"):
        assert _phrase(number) not in shown, number
