"""Tiny corpora for the laboratory: calls in which people say their names and what they want."""

from annotation.evidence.utility.types import Example
from surrogates.types import Dialogue, Mention, Turn

NAMES = ("Marta", "Iker", "Rosa", "Juan", "Eva", "Nora", "Hugo", "Luis", "Ana", "Ines")
WANTS = {"pay": "quiero pagar la factura de", "cancel": "anule por favor el pedido de"}


def calls(first: int, number: int, *, prefix: str = "call") -> tuple[Example, ...]:
    """Calls of two turns; names and wishes follow from the number."""
    made = []
    for n in range(first, first + number):
        name, want = NAMES[n % len(NAMES)], ("pay", "cancel")[n % 2]
        hello, wish = f"me llamo {name}, llamada {n}", f"{WANTS[want]} {name}"
        turns = (
            Turn("client", hello, (Mention(9, 9 + len(name), "given_name", "0:9"),)),
            Turn("client", wish, (_last(wish, name),)),
        )
        made.append(Example(Dialogue(f"{prefix}-{n}", "es", turns), ("greet", want)))
    return tuple(made)


def _last(text: str, name: str) -> Mention:
    start = len(text) - len(name)
    return Mention(start, len(text), "given_name", f"1:{start}")
