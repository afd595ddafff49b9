"""A host that holds somebody's name beside what is done there holds the new one."""

import pytest

from surrogates.folding import fold
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 94]) for n in range(4)]
HOSTS = [
    ("de", "Bogdan Nowak", "info@spedition-nowak.de", "spedition-"),
    ("de", "Ute Müller", "info@blumen-mueller.de", "blumen-"),
    ("eu", "Patxi Agirre", "info@harategiaagirre.eus", "harategia"),
    ("en", "Derek Hollingbery", "info@hollingberybuilders.co.uk", "builders"),
    ("fr", "Mamadou Diallo", "info@transports-diallo.fr", "transports-"),
]


@pytest.mark.parametrize(("lang", "name", "address", "kind"), HOSTS)
def test_a_host_follows_the_name_in_it(lang: str, name: str, address: str, kind: str) -> None:
    for key in KEYS:
        made = dialogue(f"A: [{name}:person]", f"B: [{address}:email]", lang=lang)
        result = run(made, key=key)
        person, mail = texts(result)
        host = mail.partition("@")[2].partition(".")[0]
        plain = fold(person.split()[-1].replace("ü", "ue").replace("ö", "oe").replace("ä", "ae"))
        assert kind in host and host.replace(kind, "") == plain.replace("-", ""), (person, mail)
        assert len(plain) < 4 or "RELATION_LOST" not in codes(result)


def test_a_trade_that_its_host_says_stays() -> None:
    lines = ("A: ¿Está [Pepe:given_name], el [fontanero:profession]?",
             "B: Escriba a [info@fontaneriapepe.com:email].")  # fmt: skip
    for key in KEYS:
        name, trade, mail = texts(run(dialogue(*lines), key=key))
        assert trade == "fontanero" and fold(name) in mail
