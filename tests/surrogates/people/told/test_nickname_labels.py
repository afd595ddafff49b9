"""What a label of nicknames holds: what people are called, or an account of theirs."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 77]) for n in range(3)]
ALARMS = {"USER_UNLINKED", "RELATION_LOST", "GENDER_CONFLICT"}


@pytest.mark.parametrize(
    ("lang", "line", "gender"),
    [
        ("es", "A: ¿[Conchi:NICKNAME]? Soy [Begoña:GIVENNAME].", "f"),
        ("es", "A: viene [nacho:nickname] luego", "m"),
        ("ca", "A: ei [cesc:NICKNAME], vens?", "m"),
        ("ca", "A: La [Neus:GIVENNAME] i la [Montse:SOBRENOM].", "f"),
        ("fr", "A: c'est [Juju:SURNOM], la sœur de [Marc:GIVENNAME]", "f"),
        ("de", "A: Die [Uschi:SPITZNAME] kommt auch.", "f"),
        ("en", "A: Ask [Betty:NICKNAME] and her husband.", "f"),
        ("eu", "A: [Patxi:EZIZEN] etorri da.", "m"),
    ],
)
def test_what_somebody_is_called_is_no_surname(lang: str, line: str, gender: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        cards = [card for card in result.entities if card.kind == "person"]
        assert gender in {card.gender for card in cards}
        assert not ALARMS & set(codes(result))
        for text in texts(result):
            assert any(fold(text) in names for names in (lexicon.name_by_key, lexicon.fulls_of))


@pytest.mark.parametrize(
    ("lang", "full", "short"),
    [
        ("es", "María Dolores", "Loli"),
        ("es", "Francisco", "Paco"),
        ("ca", "Maria Teresa", "Maite"),
        ("ca", "Josepa", "Fina"),
        ("fr", "Clémence", "Clem"),
    ],
)
def test_a_nickname_is_one_of_the_new_name(lang: str, full: str, short: str) -> None:
    lexicon = load_lexicon(lang)
    lines = f"A: Soy [{full} Roldán:PERSON].", f"B: Sí, [{short}:NICKNAME]."
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        person, nick = texts(result)
        parts = fold(person).split()[:-1]
        fulls = {fold(form.full) for form in lexicon.fulls_of[fold(nick)]}
        assert fulls & {" ".join(parts), *parts, *fold(person).split()}, (person, nick)
        assert fold(nick) != "".join(parts)
        assert not ALARMS & set(codes(result))


def test_an_account_stays_one() -> None:
    lines = "A: Soy [Elena Prado:PERSON], en el foro [eprado_77:NICKNAME]"
    for key in KEYS:
        person, nick = texts(run(dialogue(lines), key=key))
        given, surname = fold(person).split()
        assert nick.startswith(f"{given[0]}{surname}_")
