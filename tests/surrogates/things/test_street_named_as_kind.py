"""A word for a kind of street that is another's name ("rúa do [Paseo]") is a name; what only says
what a place is stays."""

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 85]) for n in range(5)]


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("es", "A: Un bar en [Ourense:LOC], en la rúa do [Paseo:STREET].", "Paseo"),
        ("es", "A: Un bar en [Soria:LOC], en la calle del [Camino:STREET].", "Camino"),
        ("ca", "A: Un bar a [Reus:LOC], al carrer del [Passeig:STREET].", "Passeig"),
        ("fr", "A: Un bar à [Lyon:LOC], rue du [Cours:STREET].", "Cours"),
    ],
)
def test_a_kind_behind_a_kind_is_a_name(lang: str, line: str, word: str) -> None:
    for key in KEYS:
        assert texts(run(dialogue(line, lang=lang), key=key))[1] != word


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("es", "A: Vive en [Soria:LOC], en el [paseo:STREET].", "paseo"),
        ("es", "A: No es una calle, es un [paseo:STREET], en [Soria:LOC].", "paseo"),
        ("fr", "A: Il vit à [Lyon:LOC], sur le [cours:STREET].", "cours"),
    ],
)
def test_a_kind_alone_stays(lang: str, line: str, word: str) -> None:
    for key in KEYS:
        assert word in texts(run(dialogue(line, lang=lang), key=key))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Trabajo en el [parque de bomberos:ORG]."),
        ("ca", "A: Treballo al [parc de bombers:ORG]."),
        ("eu", "A: [Suhiltzaile parkean:ORG] nago lanean."),
        ("de", "A: Ich arbeite in der [Feuerwache:ORG]."),
        ("en", "A: I get off work at the [fire station:ORG]."),
        ("fr", "A: Je travaille à la [caserne de pompiers:ORG]."),
    ],
)
def test_words_for_where_one_works_stay(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    (mention,) = made.turns[0].mentions
    said = made.turns[0].text[mention.start : mention.end]
    for key in KEYS:
        assert texts(run(made, key=key)) == [said]
