"""`manage.py export_corpus` as scripts call it: status, JSON, places, and what it holds back."""

import hashlib
import json
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.formats import read_corpus
from annotation.models import AccessEvent, Turn
from annotation.services.evidence.bundles.terms import save_terms
from tests.annotation.commands import running
from tests.labelled import ITEMS, call, label, read, shown

pytestmark = pytest.mark.usefixtures("data_dir")

export = partial(running.run, "export_corpus")
LIMIT = "what-the-model-misses-is-not-measured"
LIFTED = ("--sign", "manager", "--reason", f"{LIMIT}=It goes to two named groups alone.")


def test_jsonl_with_a_summary(labelled: Any, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    status, out, err = export("support", "--format", "jsonl", "--out", str(path), "--json")
    assert (status, err) == (0, "")
    summary = json.loads(out)
    assert (summary["dialogues"], summary["replaced"], summary["held_back"]) == (2, 10, {})
    said = path.read_text()
    assert shown(said) == []
    assert [json.loads(line)["id"] for line in said.splitlines()] == ["d0001", "d0002"]


def test_a_catalogue_entry_is_written_beside(labelled: Any, tmp_path: Path) -> None:
    path, entry = tmp_path / "calls.zip", tmp_path / "croissant.json"
    order = ("support", "--format", "brat", "--croissant", str(entry), "--out")
    assert export(*order, str(path), "--spans", "marked")[0] == 0
    told = json.loads(entry.read_text())
    corpus, members = told["distribution"]
    assert (corpus["contentUrl"], members["containedIn"]) == ("calls.zip", {"@id": "corpus"})
    assert corpus["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert shown(entry.read_text()) == [] and "call-" not in entry.read_text()
    assert "every name that is not marked is real" in told["rai:personalSensitiveInformation"][0]


def test_the_entry_of_a_folder_names_each_file_in_it(labelled: Any, tmp_path: Path) -> None:
    folder = tmp_path / "calls"
    entry = folder / "croissant.json"
    order = ("support", "--format", "esport", "--croissant", str(entry))
    assert export(*order, "--out", str(folder))[0] == 0
    *files, members = json.loads(entry.read_text())["distribution"]
    assert [each["contentUrl"] for each in files] == ["d0001.json", "d0002.json"]
    for each in files:
        data = (folder / each["contentUrl"]).read_bytes()
        assert each["sha256"] == hashlib.sha256(data).hexdigest()
    assert members["containedIn"] == [{"@id": "d0001.json"}, {"@id": "d0002.json"}]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("brat", "--out", "calls"), "of a folder lies in it"),
        (("jsonl", "--out", "-"), "needs a file to describe"),
        (("jsonl", "--out", "croissant.json"), "a file that the command reads or writes"),
        (("esport", "--out", "calls", "--croissant", "calls/d0001.json"), "reads or writes"),
        (("jsonl", "--out", "x.jsonl", "--croissant", "."), "a file that can be written"),
        (("jsonl", "--out", "x.jsonl", "--strategy", "none"), "no file of originals"),
    ],
)
def test_what_no_entry_describes_is_refused_before(
    labelled: Any, tmp_path: Path, monkeypatch: Any, more: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=said) as refused:
        export("support", "--croissant", "croissant.json", "--format", *more)
    assert refused.value.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_terms_that_quote_are_in_no_entry(labelled: Any, tmp_path: Path) -> None:
    save_terms(labelled, {"for_recipient": "Ask Olabarri."})
    path, entry = tmp_path / "calls.jsonl", tmp_path / "croissant.json"
    order = ("support", "--format", "jsonl", "--out", str(path), "--croissant", str(entry))
    status, _, err = export(*order)
    assert status == 1
    assert "say what is labelled in a dialogue" in err and shown(err) == []
    assert not path.exists() and not entry.exists()


def test_a_seed_draws_anew_and_always_the_same(labelled: Any, tmp_path: Path) -> None:
    texts = []
    order = ("support", "--format", "jsonl", "--again")
    for number, seed in enumerate(["1", "1", "2"]):
        path = tmp_path / f"{number}.jsonl"
        assert export(*order, "--out", str(path), "--seed", seed)[0] == 0
        texts.append(path.read_bytes())
    assert texts[0] == texts[1] != texts[2]


def test_other_surrogates_for_what_has_left_are_refused(labelled: Any, tmp_path: Path) -> None:
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert export("support", "--format", "jsonl", "--out", str(first))[0] == 0
    other = ("support", "--format", "jsonl", "--out", str(second), "--seed", "3")
    status, _, err = export(*other)
    assert status == 1
    assert "left with other surrogates" in err and shown(err) == []
    assert not second.exists()
    assert export(*other, "--again")[0] == 0


def test_esport_to_a_folder_or_a_zip(labelled: Any, tmp_path: Path) -> None:
    folder, packed = tmp_path / "calls", tmp_path / "calls.zip"
    for place in (folder, packed):
        assert export("support", "--format", "esport", "--out", str(place))[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["d0001.json", "d0002.json"]
    with zipfile.ZipFile(packed) as archive:
        for path in folder.iterdir():
            assert archive.read(path.name) == path.read_bytes()


def test_a_folder_in_use_is_left_alone(labelled: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    status, _, err = export("support", "--format", "esport", "--out", str(tmp_path))
    assert status == 1
    assert "expected a new or an empty folder" in err
    assert [path.name for path in tmp_path.glob("*.*")] == ["mine.txt"]


def test_none_writes_the_originals_for_own_use(labelled: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    assert export("support", "--format", "jsonl", "--out", str(path), "--strategy", "none")[0] == 0
    first = json.loads(path.read_text().splitlines()[0])
    assert first["id"] == "call-1"
    assert first["turns"][1]["text"] == "Soy Francisco Olabarri, de Bilbao"
    assert len(first["turns"][1]["spans"]) == 3
    bare = ("--strategy", "none", "--spans", "none")
    assert export("support", "--format", "jsonl", "--out", str(path), *bare)[0] == 0
    assert '"label"' not in path.read_text()


@pytest.mark.parametrize(("args", "marks"), [((), False), (("--spans", "marked"), True)])
def test_spans_are_marked_where_it_is_said(
    labelled: Any, tmp_path: Path, args: tuple[str, ...], marks: bool
) -> None:
    assert ('"label": "surname"' in exported(tmp_path, *args)) is marks


def test_an_annotators_own_labels(labelled: Any, second_annotator: Any, tmp_path: Path) -> None:
    turn = Turn.objects.get(dialogue=call(labelled), position=1)
    label(turn, second_annotator, [("Bilbao", "other")])
    path = tmp_path / "own.jsonl"
    chosen = ("--strategy", "none", "--annotator", "second")
    assert export("support", "--format", "jsonl", "--out", str(path), *chosen)[0] == 0
    turns = [t for line in path.read_text().splitlines() for t in json.loads(line)["turns"]]
    assert [span["label"] for turn in turns for span in turn["spans"]] == ["other"]


def test_gold_leaves_out_what_only_a_model_read(
    project: Any, annotator: Any, data_dir: Path, tmp_path: Path
) -> None:
    for turn in call(project, "call-2").turns.all():
        read(turn, annotator, ITEMS.get(("call-2", turn.position)))
    for position in range(4):
        turn = call(project).turns.get(position=position)
        label(turn, None, ITEMS["call-1", position])
    path = tmp_path / "x.jsonl"
    plain = ("support", "--format", "jsonl", "--out", str(path), "--json")
    assert json.loads(export(*plain, *LIFTED)[1])["dialogues"] == 2
    status, out, err = export(*plain, "--annotator", "gold")
    assert status == 3
    assert json.loads(out)["dialogues"] == 1
    assert "call-1 held back: known and unread" in err


def test_nothing_to_let_out_fails_and_leaves_the_old_file(
    project: Any, data_dir: Path, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("old")
    status, _, err = export("support", "--format", "jsonl", "--out", str(path))
    assert status == 1
    assert "Every dialogue was held back" in err
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.glob("x*")] == ["x.jsonl"]
    assert export("support", "--format", "jsonl", "--out", str(path), "--allow-unread")[0] == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nobody", "--format", "jsonl"), "no such project"),
        (("support", "--format", "jsonl", "--annotator", "outsider"), "no such annotator"),
    ],
)
def test_what_cannot_be_done_says_why(
    labelled: Any, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    status, _, err = export(*args, "--out", str(tmp_path / "x.jsonl"))
    assert status == 1
    assert said in err
    assert not (tmp_path / "x.jsonl").exists()


def test_a_place_that_is_not_there(labelled: Any, tmp_path: Path) -> None:
    status, _, err = export(
        "support", "--format", "jsonl", "--out", str(tmp_path / "no" / "x.jsonl")
    )
    assert status == 1
    assert "No such file or directory" in err


@pytest.mark.parametrize("args", [(), ("--format", "xml", "--out", "x"), ("--format", "jsonl")])
def test_usage_errors(labelled: Any, args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("export_corpus", "support", *args)


# --- a strategy for a label, and q ----------------------------------------------------------------


def exported(tmp_path: Path, *args: str) -> str:
    path = tmp_path / "out.jsonl"
    status, _, err = export("support", "--format", "jsonl", "--out", str(path), *args)
    assert status == 0, err
    return path.read_text()


def test_a_strategy_for_a_label(labelled: Any, tmp_path: Path) -> None:
    labelled.labels.filter(name="month").update(replacement="typed")
    chosen = ("--label-strategy", "surname=typed", "--label-strategy", "place=redact")
    said = exported(tmp_path, "--strategy", "redact", *chosen)
    assert "Soy IIIII [SURNAME], de IIIII" in said
    assert "desde [MONTH]" in said
    other = ("--strategy", "redact", "--label-strategy", "month=redact", "--again")
    again = exported(tmp_path, *other)
    assert "[MONTH]" not in again


def test_a_label_that_is_not_there(labelled: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    chosen = ("--out", str(path), "--label-strategy", "nowhere=typed")
    status, _, err = export("support", "--format", "jsonl", *chosen)
    assert (status, path.exists()) == (1, False)
    assert "There is no label “nowhere”" in err


def test_q_is_confirmed_or_nothing_is_written(labelled: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    plain = ("support", "--format", "jsonl", "--out", str(path), "--strategy", "typed", "--json")
    plain += ("--again",)
    for given in (("--q", "0.000001"), ()):
        if not given:
            type(labelled).objects.update(replacement_q=1e-6)
        status, _, err = export(*plain, *given)
        assert (status, path.exists()) == (1, False)
        assert "for research only" in err
        status, out, _ = export(*plain, *given, "--leave-originals")
        assert status == 0
        summary = json.loads(out)
        assert (summary["q"], summary["left"], summary["replaced"]) == (1e-6, 10, 0)
        assert "Soy Francisco Olabarri, de Bilbao" in path.read_text()
        path.unlink()
    status, out, _ = export(*plain, "--q", "1")
    assert "left" not in json.loads(out)
    assert shown(path.read_text()) == []


@pytest.mark.parametrize(
    "args",
    [("--q", "0"), ("--q", "1.5"), ("--q", "nan"), ("--label-strategy", "place"),
     ("--label-strategy", "place=none"), ("--label-strategy", "=typed"), ("--strategy", "magic")],
)  # fmt: skip
def test_rules_that_are_none(labelled: Any, args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("export_corpus", "support", "--format", "jsonl", "--out", "x", *args)


@pytest.mark.parametrize("format", ["conll", "label-studio", "doccano", "prodigy"])
def test_formats_of_other_tools(format: str, labelled: Any, tmp_path: Path) -> None:
    """Replaced, no original is in the file; as it is, it can be read again with its labels."""
    path = tmp_path / "out.txt"
    order = ("support", "--format", format, "--out", str(path))
    status, out, _err = export(*order, "--spans", "marked", "--json")
    assert (status, json.loads(out)["replaced"]) == (0, 10)
    assert shown(path.read_text()) == []
    some = read_corpus("auto", path.read_bytes(), filename="out.txt")
    assert [each.id for each in some] == ["d0001", "d0002"]
    assert sum(len(turn.spans) for each in some for turn in each.turns) == 10
    own = tmp_path / "own.txt"
    assert export(*order[:-1], str(own), "--strategy", "none")[0] == 0
    bare = tmp_path / "own.jsonl"
    assert export("support", "--format", "jsonl", "--out", str(bare), "--strategy", "none")[0] == 0
    if format != "conll":
        wanted = read_corpus("jsonl", bare.read_bytes(), filename="f")
        found = read_corpus(format, own.read_bytes(), filename="f")
        assert [(d.id, [(t.speaker, t.text) for t in d.turns]) for d in found] == [
            (d.id, [(t.speaker, t.text) for t in d.turns if t.text]) for d in wanted
        ]


def test_what_a_format_has_no_place_for_is_said(labelled: Any, tmp_path: Path) -> None:
    turn = Turn.objects.exclude(text="").earliest("pk")
    turn.extra = {"events": [{"kind": "event", "name": "rire", "start": 0, "end": 0}]}
    turn.save()
    order = ("support", "--strategy", "none", "--json")
    path = str(tmp_path / "a")
    _status, out, err = export(*order, "--format", "doccano", "--out", path)
    assert json.loads(out)["lost"]["events"] == 1
    assert "support: the format has no place for events: 1" in err
    assert "lost" not in json.loads(export(*order, "--format", "jsonl", "--out", path)[1])


# --- limits ---------------------------------------------------------------------------------------


@pytest.fixture
def read_by_a_model(project: Any, annotator: Any) -> Any:
    """Nobody knows what the model missed: a limit that blocks."""
    for turn in call(project, "call-2").turns.all():
        read(turn, annotator, ITEMS.get(("call-2", turn.position)))
    for position in range(4):
        label(call(project).turns.get(position=position), None, ITEMS["call-1", position])
    return project


def test_a_broken_limit_holds_the_file_back(read_by_a_model: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    order = ("support", "--format", "jsonl", "--out", str(path))
    status, out, err = export(*order, "--json")
    assert status == 3
    assert err.count("\n") == 1 and LIMIT in err and "--sign NAME --reason LIMIT=TEXT" in err
    summary = json.loads(out)
    assert (summary["dialogues"], summary["limits"]) == (0, [LIMIT])
    assert not path.exists()
    own = tmp_path / "own.jsonl"  # for the team's own work nothing waits
    assert export("support", "--format", "jsonl", "--out", str(own), "--strategy", "none")[0] == 0


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--sign", "manager", "--reason", f"{LIMIT}=ok"), 3, LIMIT),
        (("--sign", "annotator", "--reason", f"{LIMIT}=It goes to two groups alone."), 1, "sign"),
        (("--sign", "nobody"), 1, "nobody of that name"),
        (("--sign", "manager", "--reason", f"{LIMIT}=Olabarri has asked for it."), 1, "labelled"),
        (("--sign", "manager", "--reason", "moon=It goes to two groups alone."), 1, LIMIT),
    ],
)
def test_only_a_named_person_lifts_it_in_writing(
    read_by_a_model: Any, tmp_path: Path, more: tuple[str, ...], status: int, said: str
) -> None:
    path = tmp_path / "x.jsonl"
    done = export("support", "--format", "jsonl", "--out", str(path), *more)
    assert done[0] == status and said in done[2] and shown(done[2]) == []
    assert not path.exists() and not AccessEvent.objects.filter(purpose="sign").exists()


def test_who_lifts_a_limit_stands_in_the_record(
    read_by_a_model: Any, tmp_path: Path, manager: Any
) -> None:
    path = tmp_path / "x.jsonl"
    assert export("support", "--format", "jsonl", "--out", str(path), *LIFTED)[0] == 0
    event = AccessEvent.objects.get(purpose="sign")
    assert (event.user, event.detail["lifted"]) == (
        manager,
        {LIMIT: "It goes to two named groups alone."},
    )
