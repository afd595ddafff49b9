"""Who leads in a score, and by how much as is said outside the labels, is so of the new one."""

import pytest

from surrogates import notices
from surrogates.languages import lexicon_for
from tests.surrogates.checks.relations.told import issues
from tests.surrogates.dialogues import dialogue

# Language, turns, surrogates that do not keep who leads, surrogates that do.
LEADS: list[tuple[str, tuple[str, ...], str, str]] = [
    ("es", ("A: El partido acabó [5:NUM]-[3:NUM].",), "2|6", "8|1"),
    ("es", ("A: Perdimos [69:NUM] a [74:NUM] en la prórroga.",), "80|75", "61|93"),
    ("es", ("A: Un empate, [3:NUM]-[3:NUM], y a casa.",), "4|2", "5|5"),
    ("ca", ("A: Vam guanyar per [6:NUM] a [4:NUM].",), "1|7", "9|2"),
    ("ca", ("A: Bon partit!", "B: Sí, [88:NUM]-[90:NUM]."), "71|67", "60|84"),
    ("eu", ("A: [22:NUM]-[14:NUM] irabazi zuten aurrelariek.",), "17|31", "18|15"),
    ("eu", ("A: [Zazpi:NUM] [bost:NUM] irabazi genuen.",), "bi|sei", "zortzi|lau"),
    ("de", ("A: Wir haben [drei:NUM] zu [null:NUM] gewonnen.",), "eins|vier", "fünf|eins"),
    ("de", ("A: Der Endstand war [31:NUM]:[27:NUM].",), "22|30", "35|12"),
    ("en", ("A: We beat the village side [38:NUM] [12:NUM].",), "20|45", "41|40"),
    ("en", ("A: What was the scoreline?", "B: [7:NUM]-[6:NUM], what a game."), "3|9", "8|2"),
    ("en", ("A: We lost [2-5:NUM] at half time.",), "6-3", "1-4"),
    ("fr", ("A: On a gagné [4:NUM] à [1:NUM].",), "2|7", "8|3"),
    ("fr", ("A: À la mi-temps, [15:NUM]-[21:NUM].",), "30|12", "6|9"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "lost", "kept"), LEADS)
def test_who_leads_in_a_score_leads_in_the_new_one(
    lang: str, lines: tuple[str, ...], lost: str, kept: str
) -> None:
    told = [i.message for i in issues(lang, lines, lost)]
    assert notices.LEAD_LOST.message in told
    assert not issues(lang, lines, kept)


# Language, turns, the words, surrogates as far apart as those were.
MARGINS: list[tuple[str, tuple[str, ...], str, str]] = [
    ("es", ("A: Ganaron [4:NUM]-[1:NUM].", "B: ¡Por tres goles!"), "tres goles", "6|3"),
    ("es", ("A: Acabó [70:NUM] a [65:NUM], de cinco puntos, el partido.",),
     "cinco puntos", "80|75"),
    ("es", ("A: Ganamos [8:NUM] a [6:NUM], con dos goles de ventaja.",),
     "dos goles de ventaja", "5|3"),
    ("ca", ("A: Vam guanyar per [5:NUM] a [4:NUM].", "B: Per un gol, doncs."), "un gol", "8|7"),
    ("ca", ("A: Van perdre de sis punts, [60:NUM] a [66:NUM].",), "sis punts", "71|77"),
    ("eu", ("A: [22:NUM]-[19:NUM] irabazi zuten, hiru tantoko aldearekin.",),
     "hiru tantoko aldearekin", "15|12"),
    ("eu", ("A: [3:NUM]-[1:NUM] amaitu zen partida.", "B: Bi golez irabazi?"),
     "Bi golez irabazi", "6|4"),
    ("de", ("A: Endstand [6:NUM] zu [3:NUM], drei Tore Vorsprung.",),
     "drei Tore Vorsprung", "5|2"),
    ("de", ("A: Sie haben um vier Punkte verloren, [20:NUM]:[24:NUM].",), "vier Punkte", "11|15"),
    ("en", ("A: We won [30:NUM] to [23:NUM], by seven points.",), "seven points", "18|11"),
    ("en", ("A: Full time, [5:NUM]-[2:NUM].", "B: A three-goal win."), "three-goal win", "4|1"),
    ("en", ("A: They beat us [3:NUM]-[2:NUM], lost by a goal.",), "by a goal", "6|5"),
    ("fr", ("A: On a perdu le match [2:NUM] à [3:NUM], d'un but.",), "un but", "5|6"),
    ("fr", ("A: Victoire [25:NUM]-[21:NUM], quatre points d'écart.",),
     "quatre points d'écart", "9|5"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "words", "kept"), MARGINS)
def test_a_difference_that_is_said_is_that_of_the_new_score(
    lang: str, lines: tuple[str, ...], words: str, kept: str
) -> None:
    made = dialogue(*lines, lang=lang)
    one, two = (int(number) for number in kept.split("|"))
    apart = f"{one + 11}|{two}" if one > two else f"{one}|{two + 11}"
    told = [
        made.turns[i.turn].text[i.start : i.end]
        for i in issues(lang, lines, apart)
        if i.message == notices.BESIDE_LOST.message
    ]
    assert told == [words]
    assert not issues(lang, lines, kept)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # A door, a code, numbers that are dictated, a list.
        ("es", ("A: Vivo en el [4:NUM]-[2:NUM].",), "3|6"),
        ("es", ("A: He perdido la llave del [9:NUM]-[5:NUM].",), "3|6"),
        ("en", ("A: I won it, the code is [52:NUM]-[31:NUM]-[17:NUM].",), "18|24|66"),
        ("en", ("A: I lost my card, it ends in [58:NUM] [14:NUM].",), "23|71"),
        ("ca", ("A: Tinc [7:NUM] gats i [2:NUM] gossos.",), "3|5"),
        ("de", ("A: Die Nummer ist [47:NUM] [12:NUM] [30:NUM], ich habe gewonnen.",), "15|61|22"),
        ("fr", ("A: J'habite au [8:NUM], porte [3:NUM].",), "2|6"),
        ("eu", ("A: [5:NUM] sagar eta [3:NUM] madari.",), "2|9"),
        # Goals and points that are no difference.
        ("es", ("A: Ganaron [3:NUM]-[2:NUM] con un gol de penalti.",), "6|1"),
        ("ca", ("A: Vam guanyar [81:NUM] a [78:NUM], amb una cistella de tres punts.",), "90|70"),
        ("en", ("A: They won [4:NUM]-[2:NUM], two goals before half time.",), "8|1"),
        ("en", ("A: They won [4:NUM]-[2:NUM]; last year by two goals to one.",), "8|1"),
        ("de", ("A: Endstand [4:NUM] zu [2:NUM], zwei Tore von ihm.",), "8|1"),
        ("fr", ("A: On a gagné [3:NUM] à [1:NUM], deux buts de la tête.",), "9|2"),
        ("eu", ("A: [6:NUM]-[4:NUM] irabazi zuten, bi gol sartu nituen.",), "9|2"),
    ],
)  # fmt: skip
def test_other_numbers_are_no_score(lang: str, lines: tuple[str, ...], new: str) -> None:
    found = {i.message for i in issues(lang, lines, new)}
    assert not found & {notices.LEAD_LOST.message, notices.BESIDE_LOST.message}


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "en", "fr"])
def test_every_language_has_words_of_a_score(lang: str) -> None:
    cues = lexicon_for(lang).cues
    for kind in ("score_verb", "score_match", "score_unit", "score_margin_after"):
        assert cues(kind)
