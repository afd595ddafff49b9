"""Trades that stay: titles, those said again in another form, those with what they are of."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

TOLD = [
    ("es", "A: Mi padre es [ebanista:oficio] y su taller de ebanistería cierra."),
    ("es", "A: Soy [ingeniera:oficio] de caminos."),
    ("es", "A: Habla la [doctora:oficio] [Vega:PER]."),
    ("ca", "A: És [perruquera:profession], té la perruqueria a baix."),
    ("ca", "A: Soc [professor:profession] d'anglès."),
    ("ca", "A: Gràcies, [professora:profession]."),
    ("eu", "A: [Sukaldaria:lanbide] da, sukaldaritza maite du."),
    ("eu", "A: [Okina:lanbide] naiz, okindegian nago."),
    ("de", "A: Sie ist [Gärtnerin:beruf], die Gärtnerei ist zu."),
    ("de", "A: Mein Sohn fährt Bus, er ist [Busfahrer:beruf]."),
    ("de", "A: Ich bin [Lehrer:beruf] für Physik."),
    ("de", "A: Er ist [Busfahrer:beruf] bei den Auricher Verkehrsbetrieben."),
    ("ca", "A: Soc [conductora:professió] a l'empresa d'autobusos."),
    ("es", "A: Soy [conductor:oficio] en la empresa de tranvías."),
    ("en", "A: My wife is a [florist:job], the floristry takes all day."),
    ("en", "A: He is a [courier driver:job], he drives at night."),
    ("en", "A: She's a [lecturer:job] of linguistics."),
    ("fr", "A: Il est [fleuriste:métier], les fleurs sont ici, le magasin du fleuriste."),
    ("fr", "A: Elle est [pharmacienne:métier], sa pharmacie est là."),
    ("fr", "A: Je suis [professeure:métier] de piano."),
    ("fr", "A: Oui, [chauffeur:métier] routier, à Niort."),
    ("es", "A: Soy [monitora:oficio] deportiva."),
    ("ca", "A: Soc [monitora:professió] esportiva."),
    ("fr", "A: Je suis [avocate:métier] à [Roubaix:VILLE], [e.roux@avocats-roubaix.fr:EMAIL]."),
]


@pytest.mark.parametrize(("lang", "line"), TOLD)
def test_a_trade_that_the_words_around_tell_stays_and_holds_nothing_back(
    lang: str, line: str
) -> None:
    for key in FIVE_KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert result.replacements[0].surrogate == result.replacements[0].original
        assert "SAID_AROUND" in codes(result)
        assert not result.held


FREE = [
    ("es", "A: ¿Su profesión?", "B: Soy [profesora:oficio]."),
    ("es", "A: ¿Dirección?", "B: Soy [director:oficio] de la empresa."),
    ("ca", "A: Vinc pel meu compte.", "B: Soc [comptable:profession]."),
    ("de", "A: Wie kann ich helfen?", "B: Ich bin [Arzthelferin:beruf]."),
    ("de", "A: Das ist richtig.", "B: Ich bin [Richter:beruf] in der Stadt."),
    ("en", "A: Wait a moment.", "B: I am a [waiter:job] of the hotel."),
    ("fr", "A: Le chauffage est en panne.", "B: Je suis [chauffeur:métier]."),
    ("fr", "A: Quel est le numéro du compte ?", "B: Je suis [comptable:métier]."),
    ("en", "A: Is it the account?", "B: He was a [train driver:job] in Leeds for thirty years."),
    ("en", "A: Some security questions.", "B: I'm a [security guard:job]."),
    ("en", "A: We've got each bill as well.", "B: She is a [teacher:job]."),
    ("de", "A: Immer noch im Zimmer, gestern auch.", "B: Er ist [Zimmerer:beruf]."),
    ("de", "A: Meine Schwester liest.", "B: Ich bin [Krankenschwester:beruf]."),
    ("es", "A: La empresa de teléfonos.", "B: Soy [telefonista:oficio]."),
    ("ca", "A: El carrer i el telèfon.", "B: Soc [telefonista:professió]."),
    ("eu", "A: Zein da telefonoa?", "B: [Telefonista:lanbide] naiz."),
]


@pytest.mark.parametrize(("lang", "one", "two"), FREE)
def test_words_that_only_begin_alike_tell_no_trade(lang: str, one: str, two: str) -> None:
    for key in FIVE_KEYS:
        result = run(dialogue(one, two, lang=lang), key=key)
        assert result.replacements[0].surrogate != result.replacements[0].original


def test_a_form_for_the_other_gender_stays_with_a_trade_that_stays() -> None:
    lines = ("A: Soy [panadera:oficio].", "B: Mi socio es [panadero:oficio].", "A: La panadería.")
    for key in FIVE_KEYS:
        assert texts(run(dialogue(*lines), key=key)) == ["panadera", "panadero"]


FIELDS = [
    ("fr", "aide-soignant", "health"),
    ("en", "dental hygienist", "health"),
    ("es", "higienista dental", "health"),
    ("ca", "auxiliar d'infermeria", "health"),
    ("eu", "kamioi gidari", "transport"),
    ("de", "Fernfahrer", "transport"),
    ("de", "Bauingenieurin", "technical"),
    ("de", "Kinderkrankenschwester", "health"),
]


@pytest.mark.parametrize(("lang", "said", "group"), FIELDS)
def test_a_hyphen_or_a_compound_hides_no_field(lang: str, said: str, group: str) -> None:
    rows = {fold(row["form"]): row for row in load_lexicon(lang).rows("professions")}
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:profession].", lang=lang), key=key))
        assert rows[fold(new)]["group"].startswith(group) and fold(new) != fold(said)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Empecé de [recepcionista:oficio] y ascendí a [gerente:oficio]."),
        ("ca", "A: Era [caixera:professió] i m'han promocionat; ara soc [encarregada:professió]."),
        ("eu", "A: [Saltzailea:lanbide] nintzen, mailaz igo naute: [arduraduna:lanbide] naiz."),
        ("de", "A: Als [Verkäufer:beruf] begonnen, zum [Filialleiter:beruf] aufgestiegen."),
        ("en", "A: I was a [cashier:job] and got promoted to [store manager:job]."),
        ("fr", "A: J'étais [vendeuse:métier], on m'a promue [gérante:métier]."),
    ],
)
def test_who_is_promoted_keeps_both_posts(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in FIVE_KEYS:
        assert run(made, key=key).draft.turns[0].text == made.turns[0].text


def test_who_moves_up_to_a_town_is_not_promoted() -> None:
    lines = "A: Gran was a [midwife:job].", "B: And then?", "A: We moved up to [Whitby:place]."
    for n in range(3):
        result = run(dialogue(*lines, lang="en"), key=bytes([n]) * 32)
        assert texts(result)[0] != "midwife"
        assert "SAID_AROUND" not in codes(result)
