"""The table of keys: each key does one thing, and every hint on a page is drawn from it."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.template import Context, Template

from annotation.models import Label
from tests.webapp.html import squeezed
from webapp.keys import PAGES, acts_of

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "label": "labelling",
    "adjudicate": "adjudication",
    "revise": "revision",
    "corpus": "glance",
    "overview": "projects",
    "site": "jobs",
    "meanwhile": "labelling",
    "evidence": "evidence",
}
# The panel of every occurrence hears its own keys and shows them on its buttons.
OWN_KEYS = {"_propagate.html"}


@pytest.mark.parametrize("name", PAGES)
def test_a_key_does_one_thing(name: str) -> None:
    keys = Counter(
        key for section in PAGES[name] for row in section.rows for key in row.keys.split()
    )
    assert [key for key, times in keys.items() if times > 1] == []
    assert len(keys) == len(acts_of(name))


@pytest.mark.parametrize("name", PAGES)
def test_hints_are_drawn_from_the_table(name: str) -> None:
    for file in sorted((ROOT / "templates" / FOLDERS[name]).glob("*.html")):
        if file.name in OWN_KEYS:
            continue
        text = file.read_text()
        written = re.findall(r'<kbd>[^<{]+</kbd>|aria-keyshortcuts="[^"{]+"', text)
        assert (file.name, written) == (file.name, [])


@pytest.mark.parametrize("name", PAGES)
def test_the_page_s_scripts_know_each_act(name: str) -> None:
    folder = ROOT / "static" / "js"
    everywhere = [folder / "shared" / "text.js", folder / "site" / "keys.js"]
    files = [*(folder / name).glob("*.js"), *everywhere]
    scripts = "".join(file.read_text() for file in files)
    for act in set(acts_of(name).values()):
        assert re.search(rf'"{act}"|^ +{act}(?:,|:|\()|[{{,] {act}:', scripts, re.MULTILINE), act


def render(source: str) -> str:
    return Template("{% load keys %}" + source).render(Context())


def key_sheet_of(labels: list[Label]) -> str:
    source = "{% load keys %}{% key_sheet 'label' labels %}"
    return Template(source).render(Context({"labels": labels}))


def test_a_hint_names_the_first_key() -> None:
    assert render('{% kbd "label.send" %}') == "<kbd>Ctrl+Enter</kbd>"
    assert render('{% kbd "label.clear" %}') == "<kbd>C</kbd>"
    assert render('{% kbd "label.redo" %}') == "<kbd>⇧Z</kbd>"
    assert render('{% shortcut "label.redo" %}') == 'aria-keyshortcuts="Shift+Z"'


def test_what_is_held_with_the_letters_of_labels_is_said_once() -> None:
    sheet = squeezed(str(key_sheet_of([Label(key="F"), Label(key="M")])))
    assert "<dt><kbd>F</kbd><kbd>M</kbd></dt>" in sheet
    assert "<dt><kbd>Shift</kbd>+<kbd>F</kbd><kbd>M</kbd></dt>" in sheet


def test_the_sheet_lists_what_has_words() -> None:
    sheet = render('{% key_sheet "label" %}')
    assert "<dt><kbd>Shift</kbd> + <kbd>A</kbd></dt>" in sheet
    assert "<dt><kbd>Z</kbd></dt><dd>undo (also Ctrl+Z)</dd>" in squeezed(sheet)
    assert "Backspace" not in sheet
    assert sheet.count("Ctrl</kbd>") == 1  # where no other key does it
    assert "<kbd>Ctrl</kbd> + <kbd>Enter</kbd>" in sheet
    assert "<kbd>1</kbd> <kbd>2</kbd> …" in render('{% key_sheet "adjudicate" %}')


def test_keys_that_differ_between_pages_are_told_with_the_reason() -> None:
    acts: dict[str, set[str]] = {}
    for name in PAGES:
        for key, act in acts_of(name).items():
            acts.setdefault(key, set()).add(act)
    different = {key for key, some in acts.items() if len(some) > 1 and len(key) == 1}
    table = (ROOT / "docs" / "labelling.md").read_text().partition("## Keys on other pages")[2]
    first = " ".join(row.split("|")[1] for row in table.splitlines() if row.startswith("| `"))
    told = set(re.findall(r"`(.)`", first)) | set("123456789")
    assert different - told == set()
    assert {"C", "B"} & different == set()


def test_labels_on_digits_are_each_given_with_alt() -> None:
    sheet = squeezed(str(key_sheet_of([Label(key="F"), Label(key="7"), Label(key="-U")])))
    assert "<dt><kbd>F</kbd><kbd>7</kbd><kbd>-</kbd><kbd>U</kbd></dt>" in sheet
    assert "<dt><kbd>Shift</kbd>+<kbd>F</kbd></dt>" in sheet
    assert "<dt><kbd>Alt</kbd>+<kbd>7</kbd></dt>" in sheet
    assert "<kbd>Alt</kbd>" not in squeezed(str(key_sheet_of([Label(key="F")])))
