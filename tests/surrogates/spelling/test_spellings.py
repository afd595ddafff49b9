"""Letters that spell names, in six languages: they follow the surrogate in every form they have."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint, Result
from tests.effort import tries
from tests.surrogates.checkers import letters as name_letters
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

KEYS = (b"a", b"b", b"c", b"d")[: tries(3, 4)]


def letters_in(text: str, lang: str) -> str:
    """What a spelling says: single characters, names of letters, doubled letters, key words."""
    lexicon = load_lexicon(lang)
    spoken = {
        " ".join(re.findall(r"\w+", fold(r["spoken"]))): fold(r["letter"])
        for r in lexicon.rows("letters")
    }
    doubling = {fold(form) for form in lexicon.signs("repeat")}
    words = [w if len(w) > 1 else w.lower() for w in re.findall(r"[^\W\d_]+", text)]
    words = [fold(w) if len(w) > 1 else w for w in words]
    said, i = "", 0
    while i < len(words):
        size = next((n for n in (4, 3, 2) if " ".join(words[i : i + n]) in spoken), 1)
        if size == 1 and words[i] in doubling and i + 1 < len(words):
            said += (spoken.get(words[i + 1]) or fold(words[i + 1])) * 2
            i += 2
            continue
        key = " ".join(words[i : i + size])
        if size == 1 and len(key) == 1:
            said += fold(key)
        elif key in spoken:
            said += spoken[key]
        i += size
    return said


# language, lines; the first mention is the name, all LETTER mentions together spell it.
WHOLE = [
    ("es", ["A: soy [Laura:PER], [L-A-U-R-A:SPELL]"]),
    ("es", ["A: soy [laura:female name], [ele a u erre a:letter]"]),
    ("es", ["A: [Muñoz:FAM], [eme, u, eñe, o, zeta:SPELL]"]),
    ("es", ["A: [Ballesteros:FAM]: [be a doble ele e ese te e erre o ese:SPELL]"]),
    ("es", ["A: [García:FAM], [ge a erre ce i con acento a:SPELL]"]),
    ("es", ["A: [Gómez:FAM] [G:SPELL] [Ó:SPELL] [M:SPELL] [E:SPELL] [Z:SPELL]"]),
    (
        "es",
        ["A: mi apellido es [ce a:SPELL]", "B: sí", "A: eh [erre:SPELL] mm [o:SPELL]. [Caro:FAM]"],
    ),
    ("es", ["A: [w a l t e r:SPELL], [Walter:PER]"]),
    ("es", ["A: [Yolanda:PER], [i griega o ele a ene de a:SPELL]"]),
    ("en", ["A: [Miller:FAM], [M I double L E R:SPELL]"]),
    ("en", ["A: it's [Phoebe:PER], [P-H-O-E-B-E:SPELL]"]),
    ("en", ["A: [Wilson:FAM], [double-u eye el ess oh en:SPELL]"]),
    ("de", ["A: [Hoffmann:FAM], [H O Doppel-F M A Doppel-N:SPELL]"]),
    ("de", ["A: [Müller:FAM], [M Ü L L E R:SPELL]"]),
    ("de", ["A: [Meier:FAM], [em e i e er:SPELL]"]),
    ("fr", ["A: [Dubois:FAM], [D, U, B, O, I, S:SPELL]"]),
    ("fr", ["A: [Lefèvre:FAM], [elle e effe e vé erre e:SPELL]"]),
    ("ca", ["A: [Puig:FAM], [pe u i ge:SPELL]"]),
    ("ca", ["A: em dic [Laia:PER], [ela a i a:SPELL]"]),
    ("eu", ["A: [Mikel:PER], [eme i ka e ele:SPELL]"]),
    ("eu", ["A: [Etxeberria:FAM] [e te ixa e be e erre erre i a:SPELL]"]),
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), WHOLE, ids=lambda v: v if isinstance(v, str) else "")
def test_letters_spell_the_surrogate(lang: str, lines: list[str], key: bytes) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    name = next(r for r in result.replacements if r.label in ("PER", "FAM", "female name"))
    spelled = "".join(
        letters_in(r.surrogate, lang) for r in result.replacements if r.label in ("SPELL", "letter")
    )
    assert spelled == name_letters(name.surrogate), texts(result)
    assert not [i for i in result.issues if i.severity == "block"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "joiner"),
    [
        ("es", "A: [Ruiz:FAM], [erre de Roma, u de uva, i de Italia, zeta de Zamora:SPELL]", "de"),
        ("en", "A: [Smith:FAM], [S for Sierra, M for Mike, I for India, T, H:SPELL]", "for"),
        ("en", "A: [Young:FAM], [Y as in yellow, O, U, N, G:SPELL]", "as in"),
        ("de", "A: [Kurz:FAM], [K wie Kaufmann, U wie Ulrich, R, Z:SPELL]", "wie"),
        ("fr", "A: [Dubois:FAM], [D comme Désiré, U comme Ursule, B, O, I, S:SPELL]", "comme"),
        ("ca", "A: [Puig:FAM], [pe de Palma, u, i, ge de Girona:SPELL]", "de"),
    ],
)
def test_key_words_begin_with_their_letters(lang: str, line: str, joiner: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    name, spelled = texts(result)
    said = ""
    for piece in spelled.split(","):
        letter, *words = re.split(f" {joiner} | d'", piece.strip())
        word = "".join(words)
        said += letters_in(letter, lang)
        assert not word or fold(word)[0] == said[-1], spelled
    assert said == name_letters(name), texts(result)
    old = {fold(w) for w in re.findall(r"\w{4,}", line)}
    assert not old & {fold(w) for w in re.findall(r"\w{4,}", name)}


@pytest.mark.parametrize("key", KEYS)
def test_key_words_alone(key: bytes) -> None:
    line = "A: [Smith:FAM], [Sierra Mike India Tango Hotel:SPELL]"
    name, spelled = texts(run(dialogue(line, lang="en"), key=key))
    assert "".join(fold(w)[0] for w in spelled.split()) == name_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_key_word_before_its_letter(key: bytes) -> None:
    made = dialogue("A: [Kai:PER], [Kaufmann wie K, A, I:SPELL]", lang="de")
    name, spelled = texts(run(made, key=key))
    first, *rest = spelled.split(", ")
    word, letter = first.split(" wie ")
    assert word[0] == letter
    assert fold(letter + "".join(rest)) == name_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_the_other_speaker_repeats_a_part(key: bytes) -> None:
    made = dialogue(
        "A: [García:FAM], [G, A, R, C, I, A:SPELL]",
        "B: ¿[G A R:SPELL]?",
        "A: sí, [C I A:SPELL]",
    )
    name, whole, head, tail = (name_letters(t) for t in texts(run(made, key=key)))
    assert whole == name == head + tail
    assert len(head) == len(tail) == 3


@pytest.mark.parametrize("key", KEYS)
def test_given_name_and_surname_spelled_in_a_row(key: bytes) -> None:
    made = dialogue("A: [Laura García:PERSON], [L A U R A G A R C I A:SPELL]")
    name, spelled = texts(run(made, key=key))
    assert name_letters(spelled) == name_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_key_words_and_letters_in_spans_of_their_own(key: bytes) -> None:
    made = dialogue("A: [uve:SPELL] de [Vigo:SPELL], [i:SPELL], [ele:SPELL], [a:SPELL]. [Vila:FAM]")
    one, town, *rest, name = texts(run(made, key=key))
    assert letters_in(one, "es") == fold(town)[0]
    assert letters_in(" ".join([one, *rest]), "es") == name_letters(name)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "true"),
    [
        ("es", "A: [Vila:FAM], con [uve:SPELL].", lambda name, said: said in name),
        ("es", "A: [Helena:PER], con [hache:SPELL].", lambda name, said: name.startswith(said)),
        ("es", "A: [Llorente:FAM], con [elle:SPELL].", lambda name, said: said in name),
        ("ca", "A: [Vila:FAM], amb [ve baixa:SPELL].", lambda name, said: said in name),
        ("de", "A: [Karl:PER], mit [K:SPELL].", lambda name, said: name.startswith(said)),
        ("en", "A: [Karen:PER], with a [K:SPELL].", lambda name, said: name.startswith(said)),
        ("fr", "A: [Mathieu:PER], avec un [hache:SPELL].", lambda name, said: said in name),
    ],
)
def test_a_letter_that_is_labelled_is_true(lang: str, line: str, true, key: bytes) -> None:  # type: ignore[no-untyped-def]
    name, letter = texts(run(dialogue(line, lang=lang), key=key))
    assert true(name_letters(name), letters_in(letter, lang)), (name, letter)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "holds", "lacks"),
    [
        ("es", "A: Soy [Vila:FAM], con uve.", "v", ""),
        ("es", "A: Soy [Elena:PER], sin hache.", "", "h"),
        ("es", "A: Soy [Vila:FAM], con uve, no con be.", "v", "b"),
        ("es", "A: Soy [Llorente:FAM], con elle.", "ll", ""),
        ("es", "A: Soy [Serra:FAM], con doble erre.", "rr", ""),
        ("de", "A: [Meier:FAM] mit i.", "i", ""),
        ("en", "A: [Catherine:PER] with a C.", "c", ""),
        ("en", "A: [Sara:PER], without an H.", "", "h"),
        ("de", "A: [Philipp:PER] mit pe.", "p", ""),
        ("ca", "A: [Vila:FAM], amb ve baixa.", "v", ""),
        ("fr", "A: [Thomas:PER] avec hache.", "h", ""),
    ],
)
def test_a_letter_named_outside_stays_true(
    lang: str, line: str, holds: str, lacks: str, key: bytes
) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    name = name_letters(texts(result)[0])
    assert holds in name
    assert not lacks or lacks not in name
    assert "LETTER_FACT" not in codes(result)


def test_an_accent_that_is_said_outside() -> None:
    for key in KEYS:
        (name,) = texts(run(dialogue("A: Soy [Sofía:PER], con acento."), key=key))
        assert name_letters(name) != "".join(c for c in name.lower() if c.isalpha())


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: [Cole Ayala:PERSON], I'll be right with you."),
        ("fr", "A: [Louis:PER] est avec elle."),
        ("es", "A: [Julia:PER] viene con ese, ¿sí?"),
        ("de", "A: [Paula:PER] kommt mit Frau Peters."),
    ],
)
def test_ordinary_words_are_no_letters(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    key = made.turns[0].mentions[0].key
    # Names that hold the letter and names that do not are all the same.
    for typed_name in ("Bob", "Lulu", "Selu", "Otto"):
        result = run(made, constraints=[Constraint("surrogate", (key,), typed_name)])
        assert "LETTER_FACT" not in codes(result)


def test_a_letter_of_its_own_that_is_said_outside() -> None:
    for key in KEYS:
        (name,) = texts(run(dialogue("A: Soy [Muñoz:FAM], con eñe."), key=key))
        assert "ñ" in name
        (name,) = texts(run(dialogue("A: Soy [Nadal:FAM], con ene."), key=key))
        assert "n" in name.lower()


def typed(made, text: str) -> Result:  # type: ignore[no-untyped-def]
    key = made.turns[0].mentions[0].key
    return run(made, constraints=[Constraint("surrogate", (key,), text)])


def test_a_typed_name_that_makes_a_fact_false_is_told() -> None:
    made = dialogue("A: Soy [Vila:FAM], con uve.")
    result = typed(made, "Soler")
    issue = next(i for i in result.issues if i.code == "LETTER_FACT")
    assert issue.severity == "warn"
    assert issue.fix is not None
    fixed = run(
        made, constraints=[Constraint("surrogate", ("0:4",), "Soler"), *issue.fix.constraints]
    )
    assert "LETTER_FACT" not in codes(fixed)
    assert "LETTER_FACT" not in codes(typed(made, "Vera"))


@pytest.mark.parametrize("name", ["Pi", "Oriol", "Casademunt"])
def test_letters_take_the_length_of_a_typed_name(name: str) -> None:
    made = dialogue("A: [Vila:FAM], [uve i ele a:SPELL]. Sí, [V-I-L-A:SPELL]")
    _, aloud, written = texts(typed(made, name))
    assert letters_in(aloud, "es") == letters_in(written, "es") == fold(name)


def test_letters_that_cannot_hold_a_typed_name_are_told() -> None:
    made = dialogue("A: [Vila:FAM], [V:SPELL] [I:SPELL] [L:SPELL] [A:SPELL]")
    result = typed(made, "Pi")
    issue = next(i for i in result.issues if i.code == "SPELLING_MISMATCH")
    assert issue.fix is not None
    more = [Constraint("surrogate", ("0:0",), "Pi"), *issue.fix.constraints]
    assert "SPELLING_MISMATCH" not in codes(run(made, constraints=more))
    longer = typed(made, "Olmedo")
    assert "".join(texts(longer)[1:]).replace(" ", "") == "OLMEDO"


@pytest.mark.parametrize("key", KEYS)
def test_a_name_that_is_only_spelled_becomes_another_name(key: bytes) -> None:
    made = dialogue(
        "A: me apellido [G:SPELL] [I:SPELL] [L:SPELL] [B:SPELL] [E:SPELL] [R:SPELL] [T:SPELL]"
    )
    spelled = "".join(texts(run(made, key=key)))
    assert fold(spelled) in {name_letters(s) for s in load_lexicon("es").surnames}
    assert fold(spelled) != "gilbert"


@pytest.mark.parametrize("key", KEYS)
def test_letters_of_a_user_name_follow_it(key: bytes) -> None:
    made = dialogue("A: [Ana:PER] [Gil:FAM], usuario [anagil:USER], o sea [a ene a ge i ele:SPELL]")
    given, family, user, spelled = texts(run(made, key=key))
    assert letters_in(spelled, "es") == user == name_letters(given + family)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "line",
    [
        "A: vivo en [Vigo:LOC], [uve i ge o:SPELL]",
        "A: en [Zubi:ORG], [Z, U, B, I:SPELL]",
        "A: calle [Bravo Murillo:STREET], [B R A V O M U R I L L O:SPELL]",
    ],
)
def test_places_and_organisations_are_spelled_too(line: str, key: bytes) -> None:
    name, spelled = texts(run(dialogue(line), key=key))
    assert letters_in(spelled, "es") == name_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_of_a_place_is_true(key: bytes) -> None:
    name, letter = texts(run(dialogue("A: en [Vigo:LOC], con [uve:SPELL]"), key=key))
    assert letters_in(letter, "es") in name_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_a_name_inside_the_span_of_its_spelling(key: bytes) -> None:
    made = dialogue("A: [Laura, ele a u erre a:SPELL]", "B: gracias, [Laura:PER]")
    spelled, name = texts(run(made, key=key))
    head, letters = spelled.split(", ")
    assert head == name
    assert letters_in(letters, "es") == name_letters(name)


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("A: ¿Be de [Barcelona:SPELL] o uve de [Valencia:SPELL]? [Balaguer:FAM].", "bv"),
        ("A: [Benito:PER], con be, no con uve de [Valencia:SPELL].", "v"),
        ("A: uve de [vaca:SPELL], no con be de [burro:SPELL].", "vb"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_word_has_the_letter_that_no_label_covers(
    line: str, letters: str, key: bytes
) -> None:
    result = run(dialogue(line), key=key)
    said = [r.surrogate for r in result.replacements if r.label == "SPELL"]
    assert [fold(word)[0] for word in said] == list(letters)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_that_a_name_lacks_stays_out_of_it(key: bytes) -> None:
    name, _ = texts(run(dialogue("A: [Vila:FAM], no con be de [burro:SPELL]."), key=key))
    assert "b" not in fold(name)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("A: I'm in [Manchester:LOC].", ["place"]),
        ("A: She's in [Swansea:LOC]. It’s for [Sam:PER].", ["place", "person"]),
    ],
)
def test_what_follows_an_apostrophe_is_no_letter(line: str, kinds: list[str]) -> None:
    result = run(dialogue(line, lang="en"))
    assert sorted(card.kind for card in result.entities) == sorted(kinds)


@pytest.mark.parametrize("key", KEYS)
def test_the_catalan_double_l_with_its_point(key: bytes) -> None:
    made = dialogue("A: [Gal·la:PER], [G A ela geminada A:SPELL].", lang="ca")
    name, spelled = texts(run(made, key=key))
    assert letters_in(spelled, "ca") == re.sub("[^a-z]", "", fold(name))


@pytest.mark.parametrize("key", KEYS)
def test_a_key_word_that_names_a_letter_is_a_key_word(key: bytes) -> None:
    made = dialogue("A: [Nyk:FAM], [N wie Nordpol, Y wie Ypsilon, K wie Kaufmann:SPELL]", lang="de")
    name, spelled = texts(run(made, key=key))
    pairs = re.findall(r"(\w) wie (\w+)", spelled)
    assert "".join(letter for letter, _ in pairs).lower() == name_letters(name)
    assert all(fold(word).startswith(fold(letter)) and len(word) > 2 for letter, word in pairs)


UMLAUTS = [
    ("Wüst", "Ü", "Wilhelm, Übermut, Siegfried, Theodor"),
    ("Bäcker", "Ä", "Berta, Ärger, Cäsar, Kaufmann, Emil, Richard"),
    ("Köster", "Ö", "Kaufmann, Ökonom, Siegfried, Theodor, Emil, Richard"),
]


@pytest.mark.parametrize(("name", "sign", "words"), UMLAUTS)
def test_the_key_word_of_an_umlaut_begins_with_it(name: str, sign: str, words: str) -> None:
    line = f"A: [{name}:FAM], mit {sign}: [{words}:LETTER]."
    for key in FIVE_KEYS:
        surname, told = texts(run(dialogue(line, lang="de"), key=key))
        assert "".join(word[0] for word in told.split(", ")).casefold() == surname.casefold()


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: [y.garnier@free.fr:EMAIL], [Y:LETTER] comme [Yannick:PER]."),
        ("fr", "A: [Garnier:FAM], [G:LETTER] comme [Gilles:PER]."),
        ("es", "A: [Vidal:FAM], con [V:LETTER] de [Verónica:PER]."),
    ],
)
def test_a_key_word_that_is_a_given_name_stays_one(lang: str, line: str) -> None:
    names = load_lexicon(lang).name_by_key
    for key in FIVE_KEYS:
        *_, letter, word = texts(run(dialogue(line, lang=lang), key=key))
        assert word[0] == letter and fold(word) in names, word
