"""`train`, `tag`, `evaluate`, `train_source`: on files, without a database where none is needed."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.formats import read_corpus, write_corpus
from annotation.formats.corpora.jsonl import write_line
from annotation.models import Project, SourceModel
from tests.annotation.commands.running import run
from tests.annotation.services.sources.test_registry import bookings
from tests.annotation.services.sources.test_trainings import SECRET, lines
from tests.processes.probing import without_child


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "gold.jsonl.gz"
    path.write_bytes(gzip.compress("".join(map(write_line, bookings())).encode()))
    return str(path)


@pytest.fixture
def model(corpus: str, tmp_path: Path) -> str:
    folder = str(tmp_path / "model")
    with without_child():
        assert run("train", corpus, "--out", folder)[0] == 0
    return folder


def test_train_tells_what_it_learnt(corpus: str, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    status, out, _err = run("train", corpus, "--out", str(folder), "--labels", "binary", "--json")
    card = json.loads(out)
    assert status == 0
    assert {
        "out",
        "kind",
        "labels",
        "tags",
        "utterances",
        "tokens",
        "items",
        "seconds",
        "sha256",
    } <= set(card)
    assert (card["labels"], card["utterances"], card["items"]) == ("binary", 24, 12)
    assert folder.is_dir()


def test_tag_then_evaluate(corpus: str, model: str, tmp_path: Path) -> None:
    tagged = str(tmp_path / "tagged.jsonl")
    status, out, _err = run("tag", "--model", model, corpus, tagged, "--json")
    assert (status, json.loads(out)) == (
        0,
        {"out": tagged, "dialogues": 12, "turns": 24, "spans": 12},
    )
    first = json.loads(Path(tagged).read_text().splitlines()[0])
    (span,) = first["turns"][0]["spans"]
    assert set(span) == {"start", "end", "label", "score", "found"}
    assert 0 < span["score"] <= span["found"] <= 1
    status, out, _err = run("evaluate", "--gold", corpus, "--predicted", tagged, "--json")
    figures = json.loads(out)
    assert status == 0
    assert {"dialogues", "tokens", "token", "span", "all_or_nothing", "kappa"} <= set(figures)
    assert (
        {"per_label", "micro", "weighted", "binary"}
        == set(figures["token"])
        == set(figures["span"])
    )
    assert figures["span"]["micro"]["f1"] == 1.0
    assert figures["all_or_nothing"]["dialogue"]["recall"] == 1.0
    assert figures["kappa"] == 1.0


def test_evaluate_in_words(corpus: str) -> None:
    status, out, _err = run("evaluate", "--gold", corpus, "--predicted", corpus)
    assert status == 0
    assert "span NAME" in out
    assert "1.0000" in out


@pytest.mark.parametrize("threshold", ["1.5", "-0.1", "nan", "x"])
def test_a_threshold_is_a_probability(threshold: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no number from 0 to 1"):
        run("tag", "--model", "m", f"--threshold={threshold}", "in.jsonl", str(tmp_path / "out"))


def test_tagging_writes_whole_or_nothing(model: str, tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.jsonl", tmp_path / "out.jsonl"
    bad.write_text(write_line(bookings()[0]) + "{\n", encoding="utf-8")
    out.write_text("as before", encoding="utf-8")
    status, _out, err = run("tag", "--model", model, str(bad), str(out))
    assert status == 1
    assert f"{bad}:2: " in err
    assert out.read_text() == "as before"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bad.jsonl",
        "gold.jsonl.gz",
        "model",
        "out.jsonl",
    ]


@pytest.mark.damage
def test_a_damaged_model_is_refused(model: str, corpus: str, tmp_path: Path) -> None:
    (file,) = Path(model).glob("*.crfsuite")
    file.write_bytes(file.read_bytes()[:-100])
    status, _out, err = run("tag", "--model", model, corpus, str(tmp_path / "o.jsonl"))
    assert status == 1
    assert err.strip()


def test_gzip_out(model: str, corpus: str, tmp_path: Path) -> None:
    out = tmp_path / "o.jsonl.gz"
    assert run("tag", "--model", model, corpus, str(out))[0] == 0
    assert len(gzip.decompress(out.read_bytes()).splitlines()) == 12


def test_files_that_do_not_match(corpus: str, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("".join(map(write_line, bookings()[1:])), encoding="utf-8")
    status, _out, err = run("evaluate", "--gold", corpus, "--predicted", str(other))
    assert status == 1
    assert "the dialogue of line 1 of the gold file is missing; expected the same dialogues" in err
    changed = "".join(map(write_line, bookings())).replace("a room", "a suite")
    other.write_text(changed, encoding="utf-8")
    status, _out, err = run("evaluate", "--gold", corpus, "--predicted", str(other))
    assert (status, "other.jsonl:1: the turns differ" in err) == (1, True)


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    plain = tmp_path / "plain.jsonl"
    plain.write_text("".join(map(write_line, bookings(labelled=False))), encoding="utf-8")
    status, out, err = run("train", str(plain), "--out", str(tmp_path / "m"))
    assert (status, out) == (1, "")
    assert "label at least one item" in err
    assert not (tmp_path / "m").exists()


def test_what_is_not_there(corpus: str, tmp_path: Path) -> None:
    status, _out, err = run("train", str(tmp_path / "no.jsonl"), "--out", "x")
    assert (status, "No such file" in err) == (1, True)
    status, _out, err = run("train", corpus, "--tagger", "bert", "--out", "x")
    assert (status, "No large model was chosen" in err) == (1, True)
    with pytest.raises(CommandError):
        run("train", corpus)
    with pytest.raises(CommandError):
        run("evaluate", "--gold", corpus)


def test_train_on_a_project(project: Project, manager: Any, corpus: str, tmp_path: Path) -> None:
    assert run("import_corpus", "hotels", corpus, "--create", "--duplicates", "keep")[0] == 0
    status, out, _err = run("train", "hotels", "--out", str(tmp_path / "m"), "--json")
    assert (status, json.loads(out)["utterances"]) == (0, 24)
    status, _out, err = run("train", "nowhere", "--out", str(tmp_path / "m"))
    assert (status, "no project of this name" in err) == (1, True)


def test_a_source_model_is_registered(db: None, data_dir: Path, corpus: str) -> None:
    status, out, _err = run(
        "train_source", "Hotels", corpus, "--domain", "hotel bookings", "--json"
    )
    summary = json.loads(out)
    assert (status, set(summary)) == (0, {"name", "lang", "folder", "card", "labels"})
    assert summary["labels"] == {"NAME": True}
    source = SourceModel.objects.get()
    assert (source.lang, source.domain) == ("en", "hotel bookings")


@pytest.fixture
def hotels(tmp_path: Path) -> str:
    """Bookings in a scheme of their own: names and prices."""
    path = tmp_path / "hotels-2026.jsonl"
    path.write_bytes(lines())
    return str(path)


@pytest.mark.parametrize(
    ("options", "items", "price"),
    [
        ((), 24, True),
        (("--labels", "all"), 24, True),
        (("--labels", "guess"), 12, False),
        (("--labels", "guest_name"), 12, False),
        (("--labels", "guest_name, price"), 24, True),
        (("--labelmap", "MAP"), 12, False),
    ],
)
def test_which_labels_of_a_foreign_scheme_are_personal(
    options: tuple[str, ...], items: int, price: bool, hotels: str, db: None, data_dir: Path
) -> None:
    labelmap = Path(hotels).with_name("map.json")
    labelmap.write_text(json.dumps({"hotels": {"guest_name": "PERSON"}, "sgd": {"price": "ID"}}))
    given = [str(labelmap) if each == "MAP" else each for each in options]
    status, out, err = run("train_source", "Hotels", hotels, *given, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["card"]["items"] == items
    assert SourceModel.objects.get().labels == {"guest_name": True, "price": price}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--labels", "surname,price"), "--labels: surname does not occur in "),
        (("--labelmap", "map"), "no data set in it has a name that hotels-2026.jsonl begins with"),
        (("--labelmap", "NONE"), "none.json"),
        (("--labelmap", "BROKEN"), "broken.json: not a label map; expected data set -> label"),
        (("--labelmap", "OTHER"), "none of its labels counts as personal"),
    ],
)
def test_labels_that_teach_nothing(
    options: tuple[str, str], words: str, hotels: str, db: None, data_dir: Path
) -> None:
    folder = Path(hotels).parent
    (folder / "map.json").write_text('{"sgd": {"price": "ID"}}')
    (folder / "broken.json").write_text("[1")
    (folder / "other.json").write_text('{"hotels": {"street": "LOCATION"}}')
    name = options[1].lower()
    given = str(folder / f"{name}.json") if options[0] == "--labelmap" else options[1]
    status, _out, err = run("train_source", "Hotels", hotels, options[0], given)
    assert (status, words in err, SECRET in err) == (1, True, False), err
    assert not SourceModel.objects.exists()


def test_one_way_to_say_what_is_personal(hotels: str, db: None) -> None:
    with pytest.raises(CommandError):
        run("train_source", "Hotels", hotels, "--labels", "guess", "--labelmap", "x.json")


def test_a_broken_corpus_is_named_by_line(hotels: str, db: None, data_dir: Path) -> None:
    Path(hotels).write_bytes(lines().replace(b'"b3"', b"3"))
    status, _out, err = run("train_source", "Hotels", hotels)
    assert (status, "hotels-2026.jsonl:4: " in err, SECRET in err) == (1, True, False)


@pytest.mark.parametrize("format", ["conll", "label-studio", "doccano", "prodigy"])
def test_labelled_files_of_other_tools(
    format: str, model: str, corpus: str, tmp_path: Path
) -> None:
    """They are learnt from, tagged and compared with, told by their content."""
    path, tagged = tmp_path / "gold.txt", tmp_path / "tagged.jsonl"
    gold = read_corpus("jsonl", Path(corpus).read_bytes(), filename=corpus)
    write_corpus(format, gold, path)
    with without_child():
        status, out, _err = run("train", str(path), "--out", str(tmp_path / "m"), "--json")
        assert (status, json.loads(out)["items"]) == (0, 12)
    assert run("tag", "--model", model, str(path), str(tagged))[0] == 0
    status, out, _err = run("evaluate", "--gold", str(path), "--predicted", str(tagged), "--json")
    assert (status, json.loads(out)["dialogues"]) == (0, len(gold))
    key = ("--strategy", "typed", "--seed", "1")
    assert run("pseudonymise", *key, str(path), str(tmp_path / "out.jsonl"))[0] == 0
