"""What finds stretches of a text: Presidio's recognisers, GLiNER, and how far each has read."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from learning.errors import ExtraMissing, SourceMalformed, SourceRefused
from learning.source import recognisers
from learning.source.alignment import spans_of, told_of_spans
from learning.source.recognisers import GlinerSource, open_gliner, open_presidio, presidio_of
from learning.types import Span, Utterance

TURNS = [Utterance("soy Amaia Ruiz de Bilbao"), Utterance("")]


@dataclass
class Result:
    entity_type: str
    start: int
    end: int
    score: float


@dataclass
class Finder:
    """A recogniser as Presidio's interface has it."""

    results: list[Any]
    name: str = "Finder"
    supported_entities: list[str] = field(default_factory=lambda: ["PERSON", "LOCATION"])
    asked: list[list[str]] = field(default_factory=list)

    def analyze(self, text: str, entities: list[str], nlp_artifacts: Any) -> Any:
        self.asked.append(entities)
        return self.results if text else None


def test_the_best_score_of_a_token_counts() -> None:
    one = Finder([Result("PERSON", 4, 14, 0.6), Result("LOCATION", 18, 24, 0.4)])
    two = Finder([Result("PERSON", 10, 14, 0.9)])
    told = presidio_of([one, two], "1").tell(TURNS)
    assert told.sensitive[0].tolist() == pytest.approx([0, 0.6, 0.9, 0, 0.4])
    assert told.read[0].tolist() == [False, True, True, False, True]
    assert told.labels == ("LOCATION", "PERSON")
    assert told.shares[0][4].tolist() == pytest.approx([0.4, 0])
    spans = spans_of(told, [each.text for each in TURNS])
    assert [(span.start, span.end, span.label) for span in spans[0]] == [(4, 14, "PERSON")]


def test_only_the_labels_that_count_are_asked_for() -> None:
    finder = Finder([])
    presidio_of([finder], "1", ["PERSON"]).tell(TURNS[:1])
    assert finder.asked == [["PERSON"]]


@pytest.mark.parametrize(
    "result",
    [
        object(),
        Result("PERSON", 4, 400, 0.6),
        Result("PERSON", 5, 5, 0.6),
        Result("PERSON", -1, 5, 0.6),
        Result("OTHER", 4, 9, 0.6),
        Result("PERSON", 4, 9, 1.5),
        Result("PERSON", 4, 9, float("nan")),
        Result("PERSON", 4, 9, None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_result_is_one_sentence(result: Any) -> None:
    with pytest.raises(SourceMalformed, match=r"\.$"):
        presidio_of([Finder([result])], "1").tell(TURNS)


def test_none_named_and_labels_that_none_has() -> None:
    with pytest.raises(SourceRefused, match="No recogniser"):
        presidio_of([], "1")
    with pytest.raises(SourceRefused, match="no label TOWN; it has LOCATION, PERSON"):
        presidio_of([Finder([])], "1", ["TOWN"])


def test_presidio_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "presidio_analyzer", None)
    with pytest.raises(ExtraMissing, match="pip install presidio-analyzer"):
        open_presidio(["IbanRecognizer"], "es", "1")


@pytest.mark.filterwarnings("ignore")
def test_presidio_itself() -> None:
    pytest.importorskip("presidio_analyzer", reason="presidio-analyzer is not installed")
    source = open_presidio(["IbanRecognizer", "CreditCardRecognizer"], "es", "1")
    told = source.tell([Utterance("cuenta ES9121000418450200051332 , gracias")])
    assert told.sensitive[0].tolist() == pytest.approx([0, 1, 0, 0])
    with pytest.raises(SourceRefused, match="no recogniser Nobody"):
        open_presidio(["Nobody"], "es", "1")
    with pytest.raises(SourceRefused, match="no recogniser"):
        open_presidio(["RecognizerResult"], "es", "1")


def gliner(found: list[dict[str, Any]], longest: int = 384) -> GlinerSource:
    return GlinerSource(lambda text, labels: found, ("person", "city"), "1", longest)


def test_gliner_reads_its_first_words_and_no_more() -> None:
    found = [{"start": 4, "end": 9, "label": "person", "score": 0.8}]
    told = gliner(found, longest=3).tell([Utterance("soy Amaia , de Bilbao")])
    assert told.read[0].tolist() == [True, True, True, False, False]
    assert told.sensitive[0].tolist() == pytest.approx([0, 0.8, 0, 0, 0])
    long = " ".join(["palabra"] * 400)
    assert gliner([]).tell([Utterance(long)]).read[0].sum() == 384
    assert gliner([]).tell(TURNS[:1]).read[0].all()


@pytest.mark.parametrize(
    "found", [{}, {"start": "a", "end": 1, "label": "person", "score": 1}, {"start": 0, "end": 3}]
)
def test_gliner_that_gives_something_else(found: dict[str, Any]) -> None:
    with pytest.raises(SourceMalformed, match="GLiNER"):
        gliner([found]).tell(TURNS[:1])


def test_folders_that_are_no_gliner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SourceRefused, match="another architecture"):
        open_gliner(tmp_path, "1", ["person"])
    (tmp_path / "gliner_config.json").write_text("{}")
    with pytest.raises(SourceRefused, match="name the labels"):
        open_gliner(tmp_path, "1", [])
    monkeypatch.setitem(__import__("sys").modules, "gliner", None)
    with pytest.raises(ExtraMissing, match="pip install gliner"):
        open_gliner(tmp_path, "1", ["person"])
    assert recognisers.LONGEST == 384


def test_overlapping_spans_share_a_token() -> None:
    spans = [Span(0, 5, "A", 0.6), Span(0, 5, "B", 0.3)]
    told = told_of_spans(["Amaia"], [spans], [], ["A", "B"])
    assert told.sensitive[0].tolist() == pytest.approx([0.6])
    assert told.shares[0].tolist() == [pytest.approx([0.4, 0.2])]
