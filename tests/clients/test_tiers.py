"""pympi-ling and praatio: annotations of ELAN and grids of Praat, written and read by them."""

from pathlib import Path
from typing import Any

import pytest

from annotation.formats import DialogueValue, detect_source, read_corpus, render
from tests.clients.installed import client

pympi = client("pympi", "pympi-ling")
praatio = client("praatio.textgrid", "praatio")
pytestmark = pytest.mark.clients

SAID = {
    "Ana": [(0.5, 1.25, "hola, soy Ana 😀"), (3.0, 4.5, '¿"qué" tal & <cómo>?')],
    "agente": [(1.5, 2.75, "sí, n\u0303oño שלום")],
}
IN_ORDER = sorted((*place, who) for who, said in SAID.items() for place in said)


def turns(dialogue: DialogueValue) -> list[tuple[float, float, str, str]]:
    times: list[Any] = [(t.extra["start"], t.extra["end"]) for t in dialogue.turns]
    return [
        (start, end, turn.text, turn.speaker)
        for (start, end), turn in zip(times, dialogue.turns, strict=True)
    ]


def read(data: bytes, format: str, name: str) -> DialogueValue:
    assert detect_source(data, name) == format
    [dialogue] = read_corpus("auto", data, filename=name)
    return dialogue


def test_elan(tmp_path: Path) -> None:
    file = pympi.Elan.Eaf()
    for who, said in SAID.items():
        file.add_tier(who, part=who)
        for start, end, text in said:
            file.add_annotation(who, int(1000 * start), int(1000 * end), text)
    file.to_file(str(tmp_path / "its.eaf"))
    dialogue = read((tmp_path / "its.eaf").read_bytes(), "eaf", "its.eaf")
    assert turns(dialogue) == IN_ORDER

    [(_ending, data)] = render("eaf", dialogue).files
    (tmp_path / "ours.eaf").write_bytes(data)
    again = pympi.Elan.Eaf(str(tmp_path / "ours.eaf"))
    told = {
        who: [(start / 1000, end / 1000, text) for start, end, text, *_ in
              again.get_annotation_data_for_tier(who)]
        for who in again.get_tier_names() if again.get_annotation_data_for_tier(who)
    }  # fmt: skip
    assert {who: sorted(said) for who, said in told.items()} == SAID


@pytest.mark.parametrize("layout", ["long_textgrid", "short_textgrid"])
def test_praat(tmp_path: Path, layout: str) -> None:
    grid = praatio.Textgrid()
    for who, said in SAID.items():
        grid.addTier(praatio.IntervalTier(who, said, 0, 6))
    grid.save(str(tmp_path / "its"), format=layout, includeBlankSpaces=True)
    dialogue = read((tmp_path / "its").read_bytes(), "textgrid", "its.TextGrid")
    assert turns(dialogue) == IN_ORDER

    [(_ending, data)] = render("textgrid", dialogue).files
    (tmp_path / "ours").write_bytes(data)
    again = praatio.openTextgrid(str(tmp_path / "ours"), includeEmptyIntervals=False)
    told = {
        who: [(each.start, each.end, each.label) for each in again.getTier(who).entries]
        for who in again.tierNames
    }
    assert told == SAID
