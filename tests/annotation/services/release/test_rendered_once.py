"""A dialogue is rendered once: the bytes that were searched are the bytes that leave."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import FORMATS
from annotation.formats.corpora import jsonl
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project
from annotation.replacement import leaving
from annotation.services.release import outgoing
from annotation.services.standalone.pseudonyms import Order, pseudonymise_file
from surrogates.search.gate import COVER
from tests.annotation.services.release.files import everything

Files = list[tuple[str, bytes]]
ALL = ["jsonl", "esport", "brat", "plain"]


def counted(monkeypatch: pytest.MonkeyPatch, format: str) -> list[tuple[str, Files]]:
    """The id and the files of each dialogue that is rendered from now on, whoever asks."""
    calls: list[tuple[str, Files]] = []
    form = FORMATS[format]

    def render(dialogue: DialogueValue) -> Files:
        files = form.render(dialogue)
        calls.append((dialogue.id, files))
        return files

    monkeypatch.setitem(FORMATS, format, replace(form, render=render))
    return calls


def searched(monkeypatch: pytest.MonkeyPatch) -> list[Files]:
    """The files of each dialogue that is searched from now on."""
    calls: list[Files] = []
    real = leaving.leaks_in

    def leaks_in(files: Files, result: Any) -> bool:
        calls.append(list(files))
        return real(files, result)

    monkeypatch.setattr(leaving, "leaks_in", leaks_in)
    return calls


def write(project: Project, out: Path, order: outgoing.Order) -> outgoing.Tally:
    tally = outgoing.Tally()
    outgoing.write_release(project, order, out, tally)
    return tally


def said(files: Iterable[Files]) -> str:
    """What files say, put together as `everything` reads them."""
    parts = [(name, data.decode()) for each in files for name, data in each]
    if not parts[0][0]:
        return "".join(data for _name, data in parts)
    return "\n".join(f"{name}\n{data}" for name, data in parts)


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("marked", [False, True])
def test_a_dialogue_is_rendered_once_and_searched_as_it_leaves(
    labelled: Any, data_dir: Path, monkeypatch: Any, format: str, marked: bool
) -> None:
    rendered, looked_at = counted(monkeypatch, format), searched(monkeypatch)
    out = data_dir / "out"
    order = outgoing.Order(format, "entity", marked=marked)
    assert write(labelled, out, order).written == 2
    assert [name for name, _files in rendered] == ["d0001", "d0002"]
    assert everything(out) == said(looked_at)
    for (_name, files), looked in zip(rendered, looked_at, strict=True):
        pairs = zip(files, looked, strict=True)
        assert all(one is other for (_ending, one), (_file, other) in pairs)  # not even a copy


def test_what_is_held_back_is_rendered_once_too_and_takes_no_name(
    labelled: Any, data_dir: Path, monkeypatch: Any
) -> None:
    Dialogue.objects.filter(external_id="Olabarri-2024").update(meta={"channel": "Bilbao"})
    rendered = counted(monkeypatch, "esport")
    orders = set()
    for byte in range(6):
        rendered.clear()
        out = data_dir / f"{byte}.zip"
        tally = write(labelled, out, outgoing.Order("esport", "typed", key=bytes([byte]) * 32))
        assert list(tally.held.values()) == [["leak"]]
        assert everything(out).startswith("d0001.json\n")
        orders.add(tuple(name for name, _files in rendered))
    assert orders == {("d0001", "d0001"), ("d0001", "d0002")}


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("strategy", ["entity", "word", "redact"])
def test_what_q_leaves_is_all_that_was_not_searched_as_it_leaves(
    labelled: Any, data_dir: Path, monkeypatch: Any, format: str, strategy: str
) -> None:
    """The one rendering of more: both are the same sign for sign, but where a cover lay."""
    rendered, looked_at = counted(monkeypatch, format), searched(monkeypatch)
    out = data_dir / "out"
    order = outgoing.Order(format, strategy, q=0.5, leave_originals=True, marked=True)
    tally = write(labelled, out, order)
    assert tally.written == 2
    assert tally.left
    covered, written = said(looked_at), everything(out)
    assert COVER not in written
    pairs = zip(covered, written, strict=True)
    assert {one for one, other in pairs if one != other} == {COVER}
    with_cover = sum(COVER in said([files]) for files in looked_at)
    assert len(rendered) == tally.written + with_cover


@pytest.mark.parametrize("keep_ids", [False, True])
@pytest.mark.parametrize("marked", [False, True])
def test_a_file_without_a_project_is_rendered_once_too(
    tmp_path: Path, monkeypatch: Any, keep_ids: bool, marked: bool
) -> None:
    line = (
        '{"id": "%s", "lang": "es", "turns": [{"speaker": "A", "text": "Soy Ana, \\"sí\\"", '
        '"spans": [{"start": 4, "end": 7, "label": "female name"}]}]}\n'
    )
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(line % name for name in ("ñ 1", "b", "c")), encoding="utf-8")
    lines: list[str] = []
    real: Callable[[DialogueValue], str] = jsonl.write_line

    def write_line(dialogue: DialogueValue) -> str:
        lines.append(real(dialogue))
        return lines[-1]

    monkeypatch.setattr(jsonl, "write_line", write_line)
    order = Order(strategy="typed", key=bytes(32), keep_ids=keep_ids, marked=marked)
    pseudonymise_file(str(source), str(out), order)
    names = ["ñ 1", "b", "c"] if keep_ids else ["d0001", "d0002", "d0003"]
    assert len(lines) == 3
    assert out.read_text(encoding="utf-8") == "".join(
        text.replace('{"id": ""', f'{{"id": "{name}"', 1)
        for name, text in zip(names, lines, strict=True)
    )


@pytest.mark.parametrize(("marked", "held"), [(False, 0), (True, 1)])
def test_a_word_of_the_spans_own_keys_holds_back_only_a_file_with_spans(
    tmp_path: Path, marked: bool, held: int
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(
        '{"id": "a", "lang": "es", "turns": [{"speaker": "A", "text": "Tengo Start", '
        '"spans": [{"start": 6, "end": 11, "label": "product/service"}]}]}\n'
    )
    order = Order(strategy="typed", key=bytes(32), keep_ids=True, marked=marked)
    report = pseudonymise_file(str(source), str(out), order)
    assert len(report.held) == held
