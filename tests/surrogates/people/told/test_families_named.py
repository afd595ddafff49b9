"""A name that no list has is a surname on a bell, in a booking, in a firm and behind a trade."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

SURNAMES = [
    ("es", ("A: La mesa está a nombre de [Zorviko:PER].",)),
    ("ca", ("A: Taula a nom de [Zorviko:PER].",)),
    ("eu", ("A: Mahaia [Zorviko:PER] izenean dago.",)),
    ("de", ("A: Auf den Namen [Zorviko:PER], bitte.",)),
    ("en", ("A: It's booked in the name of [Zorviko:PER].",)),
    ("fr", ("A: C'est au nom de [Zorviko:PER].",)),
    ("es", ("A: ¿Qué pone en el timbre?", "B: [Zorviko:PER].")),
    ("ca", ("A: Al timbre hi posa [Zorviko:PER].",)),
    ("eu", ("A: Postontzian [Zorviko:PER] jartzen du.",)),
    ("de", ("A: Bei wem klingeln wir?", "B: Bei [Zorviko:PER], dritter Stock.")),
    ("en", ("A: The buzzer says [Zorviko:PER].",)),
    ("fr", ("A: Sonnez chez [Zorviko:PER].",)),
]
TRADES = [
    ("es", "A: Llamó el [abogado:PROFESSION] [Zorviko:PER], de [Bufete Zorviko:ORG]."),
    ("ca", "A: El [mecànic:PROFESSION] [Zorviko:PER] és de [Fills de Zorviko:ORG]."),
    ("de", "A: [Rechtsanwalt:PROFESSION] [Zorviko:PER] von [Zorviko & Partner:ORG] rief an."),
    ("en", "A: [Solicitor:PROFESSION] [Zorviko:PER] of [Zorviko & Sons:ORG] called."),
    ("fr", "A: L'[avocat:PROFESSION] [Zorviko:PER], de [Zorviko & Associés:ORG], a appelé."),
]


@pytest.mark.parametrize(("lang", "lines"), SURNAMES)
def test_it_is_a_surname_there(lang: str, lines: tuple[str, ...]) -> None:
    lexicon = load_lexicon(lang)
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang=lang), key=key)
        assert fold(texts(made)[0]) in {fold(name) for name in lexicon.surnames}
        assert "GENDER_UNKNOWN" not in codes(made)


@pytest.mark.parametrize(("lang", "line"), TRADES)
def test_who_a_firm_is_called_after_keeps_the_trade(lang: str, line: str) -> None:
    for key in FIVE_KEYS:
        trade, name, firm = texts(run(dialogue(line, lang=lang), key=key))
        assert f"[{trade}:" in line and name in firm


GIVEN = [
    ("es", "A: Está a nombre de [Lucía:PER]."),
    ("en", "A: [Harriet:PER] rang the bell."),
    ("en", "A: Please ring the bell, [Zorviko:PER]."),
    ("de", "A: [Zorviko:PER] hat geklingelt, an der Klingel."),
]


@pytest.mark.parametrize(("lang", "line"), GIVEN)
def test_a_given_name_stays_one(lang: str, line: str) -> None:
    for key in FIVE_KEYS:
        (card,) = run(dialogue(line, lang=lang), key=key).entities
        assert card.kind == "person"
