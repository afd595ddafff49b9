"""What one dialogue labels is found where another says it without a label, and little else is."""

import pytest

from surrogates import HeldBack, Knowledge, Originals, pseudonymise, pseudonymise_corpus
from surrogates.rewrite import collect
from surrogates.search.corpus import find_known, shows_known
from surrogates.search.originals import share_of
from surrogates.types import Constraint, Dialogue, Result
from tests.surrogates.dialogues import KEY, dialogue

FILLER = dialogue("A: Buenos días, dígame.", "B: No me llega la factura.", id="filler")


def known(*made: Dialogue, allowed: tuple[str, ...] = ()) -> Originals:
    found = Originals(allowed)
    for each in made:
        found.add(each)
    return found


def replaced(made: Dialogue, originals: Originals) -> Result:
    return pseudonymise(made, strategy="typed", key=KEY, knowledge=Knowledge(originals=originals))


def said(one: Dialogue, other: Dialogue, **more: tuple[str, ...]) -> list[tuple[str, str, bool]]:
    """(words, label, sure) of the hits in `other` of what `one` labels."""
    hits = find_known(known(one, other, **more), other)
    return [(other.turns[h.turn].text[h.start : h.end], h.label, h.sure) for h in hits]


def test_a_name_of_another_dialogue_holds_back() -> None:
    one = dialogue("A: Soy [Zaratustrio:PER], buenos días.", id="a")
    other = dialogue("A: Le llamo de parte de Zaratustrio para el contrato.", id="b")
    assert said(one, other) == [("Zaratustrio", "PER", True)]
    first, second = pseudonymise_corpus([one, other], strategy="redact", key=KEY)
    assert (first.held, second.held) == (False, True)
    (issue,) = second.issues
    assert (issue.code, issue.severity, issue.turn, issue.start) == (
        "KNOWN_ELSEWHERE",
        "block",
        0,
        21,
    )
    assert issue.fix is not None
    assert issue.fix.constraints[0].value == "0:21-32:PER"
    assert "Zaratustrio" not in issue.message
    (leak,) = second.leaks
    assert second.draft.turns[0].text[leak.start : leak.end] == "Zaratustrio"
    with pytest.raises(HeldBack):
        _ = second.dialogue


def test_what_only_a_model_labels_is_told_apart() -> None:
    one = dialogue("A: Soy [Zaratustrio:PER].", "B: Vive en [calle Arrikrutz 5:STREET]", id="a")
    other = dialogue("A: De parte de Zaratustrio, calle Arrikrutz 5.", id="b")
    guesses = {item.key for item in collect(one)[0]}
    kept = Originals()
    for guessed in (guesses, set[str]()):  # a person's word in any dialogue is enough
        share = share_of(one, guessed)
        assert share is not None
        kept.take(share)
        hits = find_known(kept, other)
        assert [(hit.sure, hit.said) for hit in hits] == [(True, not guessed)] * 2


@pytest.mark.parametrize(
    ("labelled", "unlabelled", "found"),
    [
        ("Soy [Laura García:PER]", "Habla con Laura García hoy", ("Laura García", "PER", True)),
        ("Soy [LAURA:PER]", "dice laura que sí, Pedro", ("laura", "PER", True)),
        ("De [Hospital Clínico de Urdaibai:ORG]", "En el Hospital Clínico de Urdaibai",
         ("Hospital Clínico de Urdaibai", "ORG", True)),
        ("En la [calle Arrikrutz 15:STREET]", "Vive en la calle Arrikrutz, sí",
         ("calle Arrikrutz", "STREET", True)),
        ("El [612 345 678:PHONE]", "Es el 612345678", ("612345678", "PHONE", True)),
        ("El [612 345 678:PHONE]", "Es seis uno dos tres cuatro cinco seis siete ocho",
         ("seis uno dos tres cuatro cinco seis siete ocho", "PHONE", True)),
        ("A [ana.zubi@telco.example:EMAIL]", "Mándelo a ana.zubi@telco.example",
         ("ana.zubi@telco.example", "EMAIL", True)),
        ("Soy [Etxeberria:FAM]", "Se deletrea E, T, X, E, B, E, R, R, I, A",
         ("E, T, X, E, B, E, R, R, I, A", "FAM", True)),
    ],
)  # fmt: skip
def test_what_is_found(labelled: str, unlabelled: str, found: tuple[str, str, bool]) -> None:
    one, other = dialogue(f"A: {labelled}", id="a"), dialogue(f"B: {unlabelled}", id="b")
    assert said(one, other) == [found]


@pytest.mark.parametrize("word", ["mercedes", "paz", "dolores"])
def test_a_common_word_in_lower_case_is_no_block(word: str) -> None:
    """Not with capitals around it; without any it is looked at."""
    one = dialogue(f"A: Soy [{word.title()}:PER], buenos días.", id="a")
    cased = dialogue(f"B: Tengo un {word} en la cabeza.", id="b")
    spoken = dialogue(f"B: tengo un {word} en la cabeza y otro {word}", id="c")
    assert said(one, cased) == []
    assert said(one, spoken) == [(word, "PER", False)]
    (look,) = replaced(spoken, known(one, spoken)).issues
    assert look.severity == "warn"
    assert not replaced(spoken, known(one, spoken)).held
    name = dialogue(f"B: Le pasó con {word.title()}, un momento", id="d")
    assert said(one, name) == [(word.title(), "PER", True)]


def test_frequency_says_what_is_common() -> None:
    """A word that other dialogues say in lower case is no name where a sentence begins with it."""
    one = dialogue("A: Soy [Resina:FAM]", id="a")
    others = [dialogue(f"B: Trae la resina {n}", id=f"x{n}") for n in range(3)]
    other = dialogue("B: Bien. Resina no hay.", id="b")
    found = known(one, other, *others)
    assert [h.sure for h in find_known(found, other)] == [False]
    assert find_known(found, others[0]) == []
    assert [h.sure for h in find_known(known(one, other), other)] == [True]


def test_what_a_person_allowed_is_no_hit() -> None:
    one = dialogue("A: Soy [Zaratustrio:PER]", id="a")
    other = dialogue("B: el Zaratustrio", id="b")
    assert said(one, other, allowed=("zaratustrio",)) == []


def test_own_labels_and_surrogates_are_no_hits() -> None:
    """A surrogate that by chance is somebody's name elsewhere tells nothing."""
    one = dialogue("A: Soy [María:PER]", id="a")
    other = dialogue("B: Soy [Zaratustrio:PER]", id="b")
    found = known(one, other)
    typed = [Constraint("surrogate", ("0:4",), "María")]
    assert not pseudonymise(
        other, strategy="entity", key=KEY, constraints=typed, knowledge=Knowledge(originals=found)
    ).held


def test_numbers_side_by_side_are_not_one() -> None:
    one = dialogue("A: El [612 345 678:PHONE]", id="a")
    assert said(one, dialogue("B: Pone 612 en la una y 345 678 en la otra", id="b")) == []
    assert said(one, dialogue("B: 61, 2345, 679", id="c")) == []


def test_a_short_number_holds_back() -> None:
    one = dialogue("A: Código [48170:ZIP]", id="a")
    assert said(one, dialogue("B: El 48170", id="b")) == [("48170", "ZIP", True)]


def test_acronyms_are_looked_at() -> None:
    one = dialogue("A: La doctora [Ana:PER]", id="a")
    assert said(one, dialogue("B: El ANA sale positivo", id="b")) == [("ANA", "PER", False)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("zaratustrio-3", True), ("call_Zaratustrio", True), ("call-7", False), ("612345678", True),
     ("612 345 678.txt", True), ("agent", False)],
)  # fmt: skip
def test_names_and_keys_are_searched(text: str, shown: bool) -> None:
    found = known(dialogue("A: [Zaratustrio:PER], [612 345 678:PHONE]"))
    assert shows_known(found, ["caller", text], "es") is shown


def test_one_look_at_each_word() -> None:
    """The cost is that of the text: originals by the thousand change nothing."""
    few, many = known(FILLER), known(FILLER)
    for n in range(2000):
        many.add(dialogue(f"A: Soy [Zubi{n}x:PER]", id=f"n{n}"))
    assert find_known(many, FILLER) == find_known(few, FILLER) == []
    assert len(many.heads) == 2000


@pytest.mark.parametrize(
    ("labelled", "unlabelled", "found"),
    [
        ("[quintanillez:user]", "el usuario quintanillez no va", ("quintanillez", "user", True)),
        ("[zx_quintela:user]", "el usuario zx_quintela no va", ("zx_quintela", "user", True)),
        ("[goikolea81@otro.eus:email]", "es goikolea81", ("goikolea81", "email", True)),
        ("[tr0ub4dorx:password]", "la clave tr0ub4dorx", ("tr0ub4dorx", "password", True)),
        ("[QX7RW:id]", "el expediente QX7RW", ("QX7RW", "id", True)),
        ("[4821 KLM:id]", "la matrícula 4821KLM", ("4821KLM", "id", True)),
        ("[48213:pin]", "el pin 48213", ("48213", "pin", True)),
        ("[482137:id]", "el 482137", ("482137", "id", True)),
        ("[Belaústegui:FAM]", "avise a Belau\u0301stegui", ("Belau\u0301stegui", "FAM", True)),
        ("[Larraskito:FAM]", "avise a Larras\u200bkito", ("Larras\u200bkito", "FAM", True)),
        ("[Bustindui:FAM]", "a Bustin\u00addui", ("Bustin\u00addui", "FAM", True)),
        ("[Łukasiewicz:FAM]", "a Lukasiewicz", ("Lukasiewicz", "FAM", True)),
        ("[Đurđević:FAM]", "a Djurdjevic", ("Djurdjevic", "FAM", True)),
        ("[Schröderer:FAM]", "a Schroederer", ("Schroederer", "FAM", True)),
        ("[O'Shaughnessy:FAM]", "a O’Shaughnessy", ("O’Shaughnessy", "FAM", True)),
        ("[O'Shaughnessy:FAM]", "a Oshaughnessy", ("Oshaughnessy", "FAM", True)),
    ],
)  # fmt: skip
def test_exact_codes_and_other_writings(labelled: str, unlabelled: str, found: object) -> None:
    """In another dialogue and in its own."""
    one, other = dialogue(f"A: Es {labelled}", id="a"), dialogue(f"B: Pues {unlabelled}", id="b")
    assert said(one, other) == [found]
    if labelled.endswith(("pin]", "password]")) or "481" in labelled:
        return
    both = dialogue(f"A: Es {labelled}", f"B: Pues {unlabelled}", id="c")
    assert pseudonymise(both, strategy="typed", key=KEY).held


def test_a_short_number_that_many_say_is_looked_at() -> None:
    one = dialogue("A: Código [48170:ZIP]", id="a")
    others = [dialogue("B: El 48170", id=f"b{n}") for n in range(12)]
    assert [h.sure for h in find_known(known(one, *others), others[0])] == [False]


def test_two_mentions_in_lower_case_make_no_common_word() -> None:
    one = dialogue("A: Soy [Alzaga:FAM]", id="a")
    others = [dialogue(f"B: Dijo alzaga {n}", id=f"b{n}") for n in range(2)]
    assert [h.sure for h in find_known(known(one, *others), others[0])] == [True]


def test_long_names_are_found_inflected_in_lower_case() -> None:
    one = dialogue("A: Ni [Urrutikoetxea:FAM] naiz", id="a", lang="eu")
    other = dialogue("B: Hori urrutikoetxearen etxea da", id="b", lang="eu")
    assert said(one, other) == [("urrutikoetxearen", "FAM", True)]
