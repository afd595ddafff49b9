"""`utility` and `exposure` as scripts call them, and `train` on surrogates: figures, refusals."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.evidence.utility.types import Example
from annotation.models import Project
from tests.annotation.commands.running import run
from tests.annotation.evidence.utility.corpora import NAMES, calls
from tests.labelled import add_calls
from tests.processes.probing import without_child


def write(path: Path, examples: Sequence[Example], *, key: str = "intent") -> str:
    """Dialogues as JSON lines."""
    with path.open("w", encoding="utf-8") as lines:
        for each in examples:
            turns = [
                {
                    "speaker": turn.speaker,
                    "text": turn.text,
                    "spans": [
                        {"start": m.start, "end": m.end, "label": m.label} for m in turn.mentions
                    ],
                    key: answer,
                }
                for turn, answer in zip(each.dialogue.turns, each.answers, strict=True)
            ]
            row = {"id": each.dialogue.id, "lang": "es", "turns": turns}
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
    return str(path)


@pytest.fixture
def train(tmp_path: Path) -> str:
    return write(tmp_path / "train.jsonl", calls(0, 20))


@pytest.fixture
def test(tmp_path: Path) -> str:
    return write(tmp_path / "test.jsonl", calls(20, 6))


QUICK = ("--repeats", "1", "--quiet")


def test_utility_of_labels(train: str, test: str) -> None:
    status, out, err = run(
        "utility", train, "--test", test, "--strategies", "entity,typed", *QUICK, "--json"
    )
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert (figures["measure"], figures["model"], figures["task"]) == ("span F1", "crf", "labels")
    assert [row["strategy"] for row in figures["rows"]] == ["none", "entity", "typed"]
    assert not any(name in out for name in NAMES)


def test_an_encoder_is_looked_for_before_anything_is_replaced(train: str, test: str) -> None:
    large = ("--tagger", "bert", "--encoder", "/no/such/folder")
    status, out, err = run("utility", train, "--test", test, *large)
    assert (status, out) == (1, "")
    assert "There is no folder /no/such/folder" in err and "%" not in err


@pytest.mark.bert
def test_utility_with_a_large_tagger(train: str, test: str, data_dir: Path) -> None:
    pytest.importorskip("torch", reason="the BERT extra is not installed")
    from tests.learning.large.tiny import tiny_encoder

    tiny_encoder(data_dir / "encoders" / "tiny")
    large = ("--tagger", "bert", "--encoder", "tiny", "--strategies", "entity")
    status, out, err = run("utility", train, "--test", test, *large, *QUICK, "--json")
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert (figures["model"], len(figures["rows"])) == ("bert", 2)


def test_utility_in_words(train: str, test: str) -> None:
    status, out, _err = run(
        "utility", train, "--test", test, "--task", "intent", "--strategies", "entity", *QUICK
    )
    assert status == 0
    assert out.startswith("accuracy, linear, 1 repeats; 20 of 20 dialogues leave")
    assert "| originals | 1.000 |" in out and "| entity | " in out


def test_dialogue_acts_have_keys_of_their_own(tmp_path: Path) -> None:
    paths = [
        write(tmp_path / f"{name}.jsonl", part, key="dialogue_act")
        for name, part in (("a", calls(0, 12)), ("b", calls(12, 4)))
    ]
    status, out, _err = run(
        "utility", paths[0], "--test", paths[1], "--task", "dialogue-act",
        "--strategies", "typed", *QUICK, "--json",
    )  # fmt: skip
    assert (status, json.loads(out)["task"]) == (0, "dialogue-act")


def test_a_test_file_that_overlaps_is_refused(train: str, tmp_path: Path) -> None:
    test = write(tmp_path / "test.jsonl", (*calls(30, 5), *calls(3, 2)))
    status, out, err = run("utility", train, "--test", test, *QUICK)
    assert (status, out) == (1, "")
    assert "4 turns of 2 dialogues stand in the training file as well" in err


def test_nothing_to_learn_is_one_sentence(train: str, test: str, tmp_path: Path) -> None:
    bare = write(tmp_path / "bare.jsonl", calls(40, 4), key="other")
    status, _out, err = run("utility", train, "--test", bare, "--task", "intent", *QUICK)
    assert status == 1
    assert err.strip() == f"{bare}: no turn says what it is for; expected a key intent"
    status, _out, err = run("utility", train, "--test", test, "--strategies", "best", *QUICK)
    assert status == 1 and err.startswith("best: no such strategy; expected some of redact")


def test_labels_that_a_map_does_not_list_are_left_alone(
    train: str, test: str, tmp_path: Path
) -> None:
    labelmap = tmp_path / "map.json"
    labelmap.write_text(json.dumps({"train": {"street": "X"}, "test": {"street": "X"}}))
    status, _out, err = run("utility", train, "--test", test, "--labelmap", str(labelmap), *QUICK)
    assert status == 1 and "no turn has a label; expected labelled dialogues" in err


def test_wrong_options() -> None:
    with pytest.raises(CommandError):
        run("utility", "a.jsonl")
    with pytest.raises(CommandError):
        run("exposure", "a.jsonl", "--repetitions", "4,many")


def test_exposure_of_a_file(train: str) -> None:
    status, out, err = run(
        "exposure", train, "--canaries", "2", "--repetitions", "0,4", "--quiet", "--json"
    )
    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert figures["repetitions"] == [0, 4] and figures["rivals"] == 500
    assert not any(name in out for name in NAMES)


def test_nothing_to_plant_is_no_table(train: str) -> None:
    few = Path(train).read_text().splitlines()[:3]
    Path(train).write_text("\n".join(few))
    status, out, _err = run("exposure", train, "--repetitions", "0")
    assert status == 0 and "too few items to say" in out and "| all" not in out


def test_a_canary_is_said_so_often_and_no_more(train: str) -> None:
    for times in ("10001", "9" * 30, "-1"):
        with pytest.raises(CommandError, match="whole numbers from 0 to 10000"):
            run("exposure", train, f"--repetitions={times}")


def test_exposure_refusals(tmp_path: Path, db: None) -> None:
    one = write(tmp_path / "one.jsonl", calls(0, 1))
    status, _out, err = run("exposure", one, "--quiet")
    assert (status, err.strip()) == (1, f"{one}: 1 dialogues; expected two or more")
    status, _out, err = run("exposure", "nowhere", "--quiet")
    assert status == 1 and err.startswith("nowhere: no project of this name")


def test_train_says_that_the_folder_may_not_be_copied(train: str, tmp_path: Path) -> None:
    with without_child():
        status, out, _err = run("train", train, "--out", str(tmp_path / "m"))
    assert status == 0
    assert "who can copy this folder can read words of the originals in it" in out


@pytest.fixture
def on_surrogates(train: str, tmp_path: Path) -> tuple[dict[str, Any], Path]:
    folder = tmp_path / "m"
    with without_child():
        status, out, _err = run(
            "train", train, "--out", str(folder), "--on-surrogates", "entity", "--json"
        )
    assert status == 0
    return json.loads(out), folder


def test_a_model_of_surrogates_has_its_utility_on_its_card(
    on_surrogates: tuple[dict[str, Any], Path],
) -> None:
    summary, folder = on_surrogates
    card = json.loads((folder / "card.json").read_text())["surrogates"]
    assert card == summary["surrogates"]
    assert (card["strategy"], card["dialogues"], card["held_back"]) == ("entity", 20, 0)
    assert card["utility"]["tested_on"] == 4
    assert card["utility"]["delta"] == pytest.approx(
        card["utility"]["surrogates"] - card["utility"]["originals"]
    )
    assert "warning" not in summary


def test_what_was_held_back_is_told_by_the_status(train: str, tmp_path: Path) -> None:
    """An unlabelled word that is an original's keeps its dialogue out of the model."""
    turns = [{"text": "Soy Urrutia", "spans": [{"start": 4, "end": 11, "label": "surname"}]}]
    shown = {"id": "shown", "lang": "es", "turns": [*turns, {"text": "¿Urrutia?"}]}
    more = tmp_path / "more.jsonl"
    more.write_text(Path(train).read_text("utf-8") + json.dumps(shown) + "\n", "utf-8")
    with without_child():
        status, out, _err = run(
            "train", str(more), "--out", str(tmp_path / "m"), "--on-surrogates", "typed", "--json"
        )
    assert (status, json.loads(out)["left_out"]) == (3, 1)


def test_its_folder_shows_no_original(on_surrogates: tuple[dict[str, Any], Path]) -> None:
    """Surrogates are names, too: one may be another caller's, so that few words are, not none."""
    summary, _folder = on_surrogates
    assert summary["surrogates"]["in_clear"] <= 0.5


def test_dissociation_is_no_way_to_let_a_model_out(train: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        run("train", train, "--out", str(tmp_path), "--on-surrogates", "dissociation")


def test_a_project_is_learnt_from_through_its_surrogates(
    project: Project, annotator: Any, tmp_path: Path
) -> None:
    add_calls(project, 12, annotator, read=12)
    with without_child():
        status, out, _err = run(
            "train", "support", "--out", str(tmp_path / "m"), "--on-surrogates", "typed"
        )
    assert status == 0
    assert "from surrogates (typed) of 12 dialogues, 0 held back; span F1 " in out


def test_exposure_of_a_project(project: Project, annotator: Any) -> None:
    add_calls(project, 12, annotator, read=12)
    status, out, _err = run(
        "exposure", "support", "--canaries", "1", "--repetitions", "0,2", "--quiet"
    )
    assert status == 0
    assert "in clear in the folder of the model: " in out
    assert "too few items to say: female name" in out  # ten short names make no 500 rivals
