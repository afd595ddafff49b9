"""Words that tell a letter: with "d'" or "de" before them, of an alphabet, of somebody's name."""

import re

import pytest

from surrogates.folding import fold, letters_only
from surrogates.languages import load_lexicon
from surrogates.languages.inflection.sounds import vowel_onset
from tests.surrogates.dialogues import codes, dialogue, run, texts

EIGHT = [bytes([i, 17]) for i in range(8)]
_JOINED = re.compile(r"\b(d'|de )(\w+)")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ca", "A: [Xicoi:FAM]: [X d'Xavier, I, C, O, I:LETTER]."),
        (
            "ca",
            "A: [Amer:FAM]: [A d'Andorra:LETTER], [M de Mataró:LETTER], [E:LETTER], [R:LETTER].",
        ),
        ("ca", "A: [47.318.562-V:ID]. Lletra [V de València:LETTER]."),
        ("fr", "A: [Orsini:FAM] : [O d'Oscar, R de Raoul, S, I, N, I:LETTER]."),
    ],
)
def test_what_joins_a_key_word_goes_with_it(lang: str, line: str) -> None:
    for key in EIGHT:
        draft = run(dialogue(line, lang=lang), key=key).draft.turns[0].text
        joined = _JOINED.findall(draft)
        assert joined
        assert all((one == "d'") == vowel_onset(word) or word[0] in "Hh" for one, word in joined)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: [Arnoux:FAM]. [A:LETTER] d'[Anatole:LETTER], [R:LETTER], [N:LETTER],"
         " [O:LETTER], [U:LETTER], [X:LETTER]."),
        ("ca", "A: [Vives:FAM]. [V:LETTER] de [València:LETTER], [I:LETTER], [V:LETTER],"
         " [E:LETTER], [S:LETTER]."),
    ],
)  # fmt: skip
def test_a_key_word_goes_with_what_joins_it_outside(lang: str, line: str) -> None:
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        name, *letters = texts(result)
        ((joiner, word),) = _JOINED.findall(result.draft.turns[0].text)
        fits = (joiner == "d'") == vowel_onset(word) or fold(word)[0] == "h"
        assert fits or "RELATION_LOST" in codes(result)
        assert letters_only("".join([letters[0], *letters[2:]])) == letters_only(name)


def test_the_word_of_an_alphabet_may_tell_another_letter() -> None:
    line = "A: [FK-318-TZ:PLATE]. [F:LETTER] comme [François:PER], [K:LETTER] comme [Kléber:PER]."
    for key in [bytes([i, 2]) for i in range(24)]:
        result = run(dialogue(line, lang="fr"), key=key)
        assert not result.leaks
        plate, one, word, other, second = texts(result)
        assert plate.startswith(f"{one}{other}")
        assert (fold(word)[0], fold(second)[0]) == (fold(one), fold(other))


@pytest.mark.parametrize(
    ("lang", "address", "said"),
    [
        ("de", "j.reuter@gmx.de", "[J:LETTER] wie [Jonas:PER]. Früher [jonas.reuter:USER]."),
        ("en", "j.reuter@mail.com", "[J:LETTER] for [Janet:PER], or [janet.reuter:USER]."),
        ("fr", "j.reuter@mail.fr", "[J:LETTER] comme [Jeanne:PER], ou [jeanne.reuter:USER]."),
    ],
)
def test_a_key_word_that_names_the_owner_is_the_owners_name(
    lang: str, address: str, said: str
) -> None:
    made = dialogue(f"A: [{address}:EMAIL].", f"A: [Reuter:FAM], {said}", lang=lang)
    for key in EIGHT:
        email, surname, letter, name, user = texts(run(made, key=key))
        assert user == f"{letters_only(name)}.{letters_only(surname)}"
        assert email[0] == letter.lower() == letters_only(name)[0]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [4821 KLM:PLATE]. La matrícula: [cuatro:NUM], [ocho:NUM], [dos:NUM], [uno:NUM],"
         " [ka:LETTER] de kilo, [ele:LETTER], [eme:LETTER]."),
        ("fr", "A: L'immatriculation [FK-318-TZ:PLATE]. [F:LETTER] comme fleur, [K:LETTER],"
         " [318:NUM], [T:LETTER], [Z:LETTER]."),
        ("de", "A: Kennzeichen [HI-KW 482:PLATE]. [K:LETTER] wie Kamel, [W:LETTER]."),
        ("en", "A: The plate is [KT18 RXB:PLATE]. [R:LETTER] for rabbit, [X:LETTER], [B:LETTER]."),
    ],
)  # fmt: skip
def test_a_key_word_outside_the_labels_parts_no_row_of_letters(lang: str, line: str) -> None:
    spoken = load_lexicon(lang).spoken_letters
    for key in EIGHT[:4]:
        result = run(dialogue(line, lang=lang), key=key)
        plate, *said = (fold(text) for text in texts(result))
        told = "".join(spoken.get(w, w) for w in said if w in spoken or len(w) == 1)
        assert told[-2:] in letters_only(plate) or "NUMBER_PARTIAL" in codes(result)


@pytest.mark.parametrize("card", ["31.904.552-S", "31904552-S", "27364518-D"])
def test_the_letter_of_a_card_is_no_door(card: str) -> None:
    made = dialogue(f"A: [{card}:ID].", f"B: ¿[{card[-1]}:LETTER] al final?")
    for key in EIGHT[:4]:
        number, letter = texts(run(made, key=key))
        assert number[-1] == letter


@pytest.mark.parametrize(
    ("lang", "line", "told"),
    [
        ("en", "A: [LK19 VHT:PLATE]: [V:LETTER] Victor, [H:LETTER] Hotel, [T:LETTER] Tango?", 3),
        ("de", "A: [Bata:FAM]: [B:LETTER] Berta, [A:LETTER] Anton, [T:LETTER] Theodor,"
         " [A:LETTER].", 3),
        ("ca", "A: [Vives:FAM]: [V:LETTER] València, [I:LETTER], [V:LETTER],"
         " [E:LETTER], [S:LETTER].", 1),
    ],
)  # fmt: skip
def test_a_bare_key_word_is_told_of(lang: str, line: str, told: int) -> None:
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        name, *letters = texts(result)
        draft = result.draft.turns[0].text
        bare = re.findall(r"\b([A-ZÄÖÜ]) ([A-ZÀ-Ž]\w+)", draft.partition(":")[2])
        wrong = [one for one, word in bare if fold(word)[0] != fold(one)]
        assert len(bare) == told and codes(result).count("LETTER_FACT") == len(wrong)
        assert letters_only(name).endswith(letters_only("".join(letters)))


@pytest.mark.parametrize(
    ("lang", "name", "spelled"),
    [("de", "Reuß", "R wie Richard, E wie Emil, U wie Ulrich, ß"),
     ("de", "Kamm", "K wie Kaufmann, A wie Anton, M wie Martha, M wie Martha"),
     ("en", "Dent", "D as in Delta, E as in Echo, N as in November, T as in Tango"),
     ("fr", "Roux", "R comme Raoul, O comme Oscar, U comme Ursule, X comme Xavier")],
)  # fmt: skip
def test_a_name_spelled_with_words_in_one_label_is_letters(
    lang: str, name: str, spelled: str
) -> None:
    made = dialogue(f"A: [{name}:SURNAME]", f"B: [{spelled}:SURNAME]", lang=lang)
    for key in EIGHT[:4]:
        result = run(made, key=key)
        new, letters = texts(result)
        pieces = [piece.split(" ") for piece in letters.split(", ")]
        assert letters_only(name) != letters_only(new) and not result.held, codes(result)
        assert fold(new).startswith("".join(fold(piece[0]) for piece in pieces[:2]))
        assert all(fold(p[-1]).startswith(fold(p[0])) for p in pieces if len(p) > 1)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("eu", "A: [4821 KLM:PLATE], [K:letter] [Karmele:FEMALE], [L:letter] [Lorea:FEMALE]."),
        ("eu", "A: [72451839E:ID]. Bai, [E:letter], [Eibar:LOC] hitzekoa."),
        ("es", "A: [4821 KLM:PLATE], [K:letter] [Karina:FEMALE], [L:letter] [Laura:FEMALE]."),
    ],
)
def test_a_word_behind_a_letter_begins_with_it(lang: str, line: str) -> None:
    for key in EIGHT:
        _, *said = texts(run(dialogue(line, lang=lang), key=key))
        for letter, word in zip(said[::2], said[1::2], strict=True):
            assert fold(word)[0] == fold(letter)
