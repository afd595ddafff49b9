"""What a corpus holds, counted by hand, and how a table is written."""

from annotation.evidence.tables.corpus import corpus_tables
from annotation.evidence.tables.table import Table, to_csv, to_markdown, without_few
from annotation.formats.types import DialogueValue, SpanValue, TurnValue


def span(text: str, word: str, label: str) -> SpanValue:
    start = text.index(word)
    return SpanValue(start, start + len(word), label)


FIRST = "Soy Ana <%eh> de Bilbao."  # five words: Soy Ana <%eh> de Bilbao
SECOND = "Sí, el router de Ana."  # five: Sí el router de Ana
OVERLAP = {
    "utterances": [
        {"speaker": "a", "start": 0, "end": 4},
        {"speaker": "b", "start": 4, "end": 21},
    ],
    "events": [
        {"kind": "language", "name": "en", "speaker": "b", "start": 7, "end": 13},
        {"kind": "event", "name": "noise-rire", "speaker": "b", "start": 4, "end": 4},
    ],
}
CORPUS = [
    DialogueValue(
        "d1",
        "es",
        (
            TurnValue("a", FIRST, (span(FIRST, "Ana", "per"), span(FIRST, "Bilbao", "loc"))),
            TurnValue("b", SECOND, (span(SECOND, "Ana", "per"),), OVERLAP),
        ),
    ),
    DialogueValue("d2", "es", (TurnValue("a", "Soy Eva.", (span("Soy Eva.", "Eva", "per"),)),)),
]


def test_by_hand() -> None:
    whole, labels = corpus_tables(CORPUS)
    figures = dict(whole.rows)
    assert (figures["dialogues"], figures["turns"]) == (2, 3)
    assert figures["turns in a dialogue"] == 1.5
    # 5 + 5 + 2; different, in any case: soy ana <%eh> de bilbao sí el router eva = 9.
    assert (figures["words"], figures["words in a turn"]) == (12, 4.0)
    assert figures["different words"] == 9
    assert figures["turns in which two speak at once"] == 1
    assert (figures["fillers"], figures["different fillers"]) == (1, 1)
    assert (figures["switches of language"], figures["words in another language"]) == (1, 1)
    assert (figures["other events"], figures["items"], figures["words in items"]) == (1, 4, 4)
    # per: Ana, Ana, Eva in two dialogues; three of four items.
    assert labels.rows == (("per", 3, 0.75, 3, 2, 2), ("loc", 1, 0.25, 1, 1, 1))


def test_nothing() -> None:
    whole, labels = corpus_tables([])
    assert dict(whole.rows)["turns in a dialogue"] == 0 and labels.rows == ()


def test_written() -> None:
    table = Table("t", "A title", ("label", "items", "share"), (("=a|b", 12, 0.5),), "A note.")
    assert to_markdown([table]) == (
        "## A title\n\n| label | items | share |\n|---|---:|---:|\n| =a\\|b | 12 | 0.500 |\n\n"
        "A note.\n"
    )
    # A label that begins like a formula is none in a spreadsheet.
    assert to_csv([table]) == ("table,row,column,value\nt,'=a|b,items,12\nt,'=a|b,share,0.5\n")
    assert Table.from_json(table.to_json()) == table


def test_few_items_of_a_label_are_not_told() -> None:
    rows = (("a", 12, 0.6), ("b", 9, 0.45))
    table = without_few(Table("labels", "", ("label", "items", "share"), rows))
    assert table.rows == (("a", 12, 0.6), ("b", "< 10", None))
    other = Table("taggers", "", ("tagger", "items"), (("crf", 3),))
    assert without_few(other) == other
