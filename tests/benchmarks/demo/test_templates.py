"""The plan language: choices, slots, includes, and the errors that point at a line."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.demo.errors import PlanError
from benchmarks.demo.noise import CALLER_NOISE, add_noise
from benchmarks.demo.scene import Scene, phrase_words
from benchmarks.demo.scene_es import fill_slot
from benchmarks.demo.spoken_es import say_number
from benchmarks.demo.template import Choice, Slot, choose, flatten, parse_phrase, read_plans
from benchmarks.demo.words import Word, lay_out, spans_of, text_of


def write(folder: Path, text: str) -> Path:
    (folder / "a.txt").write_text(text, encoding="utf-8")
    return folder


def test_choices_nest() -> None:
    nodes = parse_phrase("(a|b (c|d)|) {caller}")
    assert isinstance(nodes[0], Choice)
    assert nodes[-1] == Slot("caller")
    said = {"".join(str(part) for part in choose(nodes[:1], Random(n))) for n in range(30)}
    assert said == {"a", "b c", "b d", ""}


@pytest.mark.parametrize("broken", ["(a|b", "a) b", "{caller", "x|y"])
def test_unbalanced_brackets_are_refused(broken: str) -> None:
    with pytest.raises(PlanError):
        parse_phrase(broken)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("== p\nX: hi", 2),
        ("== p\n| alone", 2),
        ("== p\nA: hi\n== p", 3),
        ("== p\n\nA: (hi", 3),
    ],
)
def test_an_error_names_the_file_and_line(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(PlanError, match=rf"^a\.txt:{line}: "):
        read_plans(write(tmp_path, text))


def test_flatten_includes_and_never_repeats_a_choice(tmp_path: Path) -> None:
    book = read_plans(
        write(tmp_path, "== p\n@x | y\n@x | y\n@x | y\nneed caller short\n++ x\nA: x\n++ y\nC: y\n")
    )
    for seed in range(20):
        turns, needs = flatten(book.plans["p"], book.fragments, Random(seed))
        assert sorted(turn.speakers for turn in turns) == [("A",), ("C",)]
        assert [(need.role, need.facet) for need in needs] == [("caller", "short")]


def test_an_unknown_fragment_is_named(tmp_path: Path) -> None:
    book = read_plans(write(tmp_path, "== p\n@nowhere\n"))
    with pytest.raises(PlanError, match="nowhere"):
        flatten(book.plans["p"], book.fragments, Random(0))


def test_an_unknown_slot_is_named() -> None:
    with pytest.raises(PlanError, match="nothing"):
        fill_slot(Scene(Random(0)), "nothing")


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_slot_and_fragment_of_the_plans_exists(lang: str) -> None:
    from benchmarks.demo import scene_en, scene_es
    from benchmarks.demo.generator import PLANS
    from benchmarks.demo.template import IncludeStep, Nodes, TurnStep

    fill = {"es": scene_es.fill_slot, "en": scene_en.fill_slot}[lang]
    book = read_plans(PLANS / lang)
    slots: set[str] = set()

    def walk(nodes: Nodes) -> None:
        for node in nodes:
            if isinstance(node, Slot):
                slots.add(node.name)
            elif isinstance(node, Choice):
                for option in node.options:
                    walk(option)

    for steps in (*book.plans.values(), *book.fragments.values()):
        for step in steps:
            if isinstance(step, TurnStep):
                for phrasing in step.phrasings:
                    walk(phrasing)
            elif isinstance(step, IncludeStep):
                assert {name for name in step.names if name not in {"", "-"}} <= set(book.fragments)
    for slot in slots:
        assert fill(Scene(Random(1), lang, needs={"other": {"homonym"}}), slot), slot


def test_punctuation_sticks_and_spans_stay_exact() -> None:
    scene = Scene(Random(3))
    words = phrase_words(["Soy", Slot("town"), ", de ", Slot("month"), "?"], scene, fill_slot)
    placed = lay_out(words)
    text = text_of(words)
    for word, start, end, stop in placed:
        assert text[start:end] == word.text
        assert text[end:stop] == word.after
    assert [span.label for span in spans_of(placed)] == ["place", "month"]
    assert text.endswith("?")


def test_noise_keeps_labelled_words() -> None:
    words = [Word("vivo"), Word("en"), Word("San", "place", 7), Word("Roque", "place", 7)]
    for seed in range(200):
        noisy = add_noise(words, CALLER_NOISE, Random(seed))
        spans = [s for s in spans_of(lay_out(noisy)) if s.end - s.start == len("San Roque")]
        assert len(spans) == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "cero"),
        (15, "quince"),
        (31, "treinta y uno"),
        (100, "cien"),
        (101, "ciento uno"),
        (640, "seiscientos cuarenta"),
        (999, "novecientos noventa y nueve"),
    ],
)
def test_numbers_are_spanish(value: int, said: str) -> None:
    words = say_number(value)
    assert text_of(words) == said
    assert [word.label for word in words if word.text == "y"] == [""] * said.split().count("y")
