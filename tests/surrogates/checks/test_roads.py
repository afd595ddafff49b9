"""A road that stays beside towns that moved is told, once in a turn."""

import pytest

from surrogates import notices
from tests.surrogates.dialogues import dialogue, run

NUMBERED = [
    ("es", "A: Por la A-4, entre [Manzanares:LOC] y [Valdepeñas:LOC]."),
    ("es", "A: Salgo por la autovía A 66 hacia [Zafra:LOC]."),
    ("ca", "A: Cua a l'AP-7 entre [Valls:LOC] i [Reus:LOC]."),
    ("ca", "A: A [Vic:LOC], per la C17."),
    ("eu", "A: A-8an, [Zarautz:LOC] eta [Orio:LOC] artean."),
    ("de", "A: Auf der A7 zwischen [Fulda:LOC] und [Kassel:LOC]."),
    ("en", "A: Broke down on the M62 near [Leeds:LOC]."),
    ("en", "A: On I-95 in [Boston:LOC]."),
    ("fr", "A: Accident sur l'A6 entre [Beaune:LOC] et [Dijon:LOC]."),
    ("fr", "A: La N20, à [Agen:LOC]."),
]
NONE = [
    ("es", "A: Vivo en [Zafra:LOC]. Mándelo en A4."),
    ("ca", "A: Tinc el C1 i visc a [Vic:LOC]."),
    ("eu", "A: [Orio:LOC] herrian bizi naiz, 12."),
    ("de", "A: Ich komme aus [Fulda:LOC] und habe Deutsch auf B2."),
    ("en", "A: I am in [Leeds:LOC], gate B12."),
    ("fr", "A: Je suis à [Agen:LOC], bâtiment B2."),
]


def told(lang: str, line: str) -> int:
    issues = run(dialogue(line, lang=lang)).issues
    return sum(issue.message == notices.ROAD_STAYS.message for issue in issues)


@pytest.mark.parametrize(("lang", "line"), NUMBERED)
def test_a_road_beside_towns_is_told_once(lang: str, line: str) -> None:
    assert told(lang, line) == 1


@pytest.mark.parametrize(("lang", "line"), NONE)
def test_what_is_no_road_is_not_told(lang: str, line: str) -> None:
    assert told(lang, line) == 0
