"""Small calls as the interface has them: two that may leave, and one that shows an original."""

import gzip
from dataclasses import replace
from pathlib import Path

import annotation
from annotation.formats.corpora.jsonl import write_line
from antifaz import Dialogue, Span, Turn

KEY = bytes(range(32, 64))
GOOD = Dialogue(
    "a",
    "es",
    (
        Turn(
            "caller", "Soy Francisco Olabarri", (Span(4, 13, "male name"), Span(14, 22, "surname"))
        ),
        Turn("agent", "Muy bien, Francisco 😀", (Span(10, 19, "male name"),)),
    ),
    {"corpus": "invented"},
)
OTHER = Dialogue("b", "es", (Turn("caller", "Vivo en Bilbao", (Span(8, 14, "place"),)),))
# The name stands once more, without a label.
SHOWS = Dialogue(
    "c",
    "es",
    (Turn("caller", "Soy Urrutia", (Span(4, 11, "surname"),)), Turn("agent", "¿Urrutia?")),
)
ALL = (GOOD, SHOWS, OTHER)
LINES = [write_line(each) for each in ALL]
# A corpus in which dialogues share names and words; some show what only others label.
_DEMO = Path(annotation.__file__).parent / "demo"
_CALLS = gzip.decompress((_DEMO / "support-calls.jsonl.gz").read_bytes()).decode().splitlines()
_SAID = ("¿Conoce a Olabarri?", "Pregunte por Olabarri, por favor")
_GOSSIP = [
    write_line(
        replace(
            GOOD, id=f"said-{n}", turns=(Turn("agent", text.format("Olabarri")), *GOOD.turns[1:])
        )
    )
    for n, text in enumerate(_SAID)
]
CORPUS = [_GOSSIP[0], *(f"{line}\n" for line in _CALLS[:20]), *LINES, _GOSSIP[1]]
