"""A number that is said, and stands in a web address too, is one number."""

from surrogates.types import Dialogue, Mention, Turn
from tests.surrogates.dialogues import run, texts

KEYS = (b"a", b"b", b"c")


def test_an_order_number_in_a_web_address_is_the_one_that_is_said() -> None:
    url = "https://brisa-envios.es/seguir/ZK-81-4402/estado"
    for code, form in [("ZK-81-4402", str.upper), ("zk-81-4402", str.lower)]:
        said, line = f"Pedido {code}.", f"En {url.replace('ZK-81-4402', form(code))} no está."
        turns = (
            Turn("A", said, (Mention(7, 7 + len(code), "ID", "a"),)),
            Turn("B", line, (Mention(3, 3 + len(url), "URL", "b"),)),
        )
        for key in KEYS:
            order, address = texts(run(Dialogue("d", "es", turns), key=key))
            assert order != code and f"/{order}/" in address
