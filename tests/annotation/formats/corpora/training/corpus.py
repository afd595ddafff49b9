"""A dialogue with whatever columns and tokens could lose."""

from io import BytesIO

from annotation.formats import DialogueValue, SpanValue, TurnValue, read_corpus, write_corpus

TURNS = (
    TurnValue("a", "  Soy 😀 Begoña\u2028Sáez,\tde Irun.\r\nSí ", (
        SpanValue(8, 14, "female name", 0.75, {"found": 0.5}), SpanValue(15, 19, "surname"))),
    TurnValue("", "Eibarren", (SpanValue(0, 5, "place"),), {"start": 1.5, "x": [1, None]}),
    TurnValue("b", "e\u0301 שלום", (SpanValue(3, 7, "other"),)),
)  # fmt: skip
ALL = [
    DialogueValue("one", "es", TURNS, {"of": {"call": 3}}, {"kept": [True, "é"]}),
    DialogueValue("two", "eu", TURNS[1:]),
]


def written(format: str, dialogues: list[DialogueValue] = ALL) -> bytes:
    out = BytesIO()
    write_corpus(format, dialogues, out)
    return out.getvalue()


def again(format: str, data: bytes) -> list[DialogueValue]:
    return read_corpus(format, data, filename=f"corpus.{format}")
