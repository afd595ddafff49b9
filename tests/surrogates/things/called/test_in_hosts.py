"""The names of families, and the words for them, in the hosts of their firms."""

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 64]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("lang", "line", "host"),
    [
        ("de", "[Brandt & Söhne:ORG], [Brandt:FAM], [www.brandt-soehne.de:URL]", "-soehne.example"),
        ("fr", "[Kerbrat et Frères:ORG], [Kerbrat:FAM], [www.kerbrat-freres.fr:URL]", "-freres.e"),
        ("de", "Familie [Huber-Gruber:FAM], [www.huber-gruber.at:URL]", ".example"),
    ],
)
def test_a_host_has_the_new_name_and_the_word_for_a_family(lang: str, line: str, host: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        *_, name, url = texts(result)
        assert host in url, url
        assert url.removeprefix("www.")[:3] == name.lower().replace("é", "e")[:3] or "ä" in name
