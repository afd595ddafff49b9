"""Compound given names: their order, short forms of one part, clips, writing as one word."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.people.compounds import ends_clipped, full_parts, joined, part_of_short
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        ("es", "María José", "José María"),
        ("es", "Ana María", "María Ana"),
        ("es", "Luis Miguel", "Miguel Luis"),
        ("es", "Carlos Alberto", "Alberto Carlos"),
        ("ca", "Maria Josep", "Josep Maria"),
        ("eu", "Jose Maria", "Maria Jose"),
        ("fr", "Marie-Anne", "Anne-Marie"),
        ("fr", "Jean-Marie", "Marie-Jean"),
        ("de", "Anna-Maria", "Maria-Anna"),
        ("en", "Mary Ann", "Ann Mary"),
    ],
)
def test_the_order_of_a_compound_tells_people_apart(lang: str, one: str, two: str) -> None:
    for first, second in outs(lang, f"A: [{one}:PER].", f"B: [{two}:PER]"):
        assert not set(name_key(first).split()) & set(name_key(second).split())


def test_a_woman_and_a_man_of_the_same_two_names() -> None:
    known = load_lexicon("es").name_by_key
    made = ("A: Soy [María José:PER].", "B: ¿Y él? ¿Es él [José María:PER]?")
    for woman, man in outs("es", *made):
        assert (known[name_key(woman)].gender, known[name_key(man)].gender) == ("f", "m")
    for him, her in outs("es", "A: Él es [José María:PER] y ella es [María José:PER]."):
        assert (known[name_key(him)].gender, known[name_key(her)].gender) == ("m", "f")


@pytest.mark.parametrize(
    ("lang", "whole", "short", "part"),
    [
        ("es", "Francisco Javier", "Javi", 2),
        ("es", "Francisco Javier", "Fran", 1),
        ("es", "Francisco Javier", "Paco", 1),
        ("es", "José Luis", "Pepe", 1),
        ("es", "José Antonio", "Toño", 2),
        ("es", "Ana Isabel", "Isa", 2),
        ("es", "María Teresa", "Tere", 2),
        ("es", "Juan Ignacio", "Nacho", 2),
        ("ca", "Francesc Xavier", "Xavi", 2),
        ("ca", "Josep Lluís", "Pep", 1),
        ("eu", "Jon Ander", "Jontxu", 1),
        ("fr", "Marie-Françoise", "Fanchon", 2),
        ("de", "Hans-Joachim", "Jochen", 2),
    ],
)
def test_a_short_form_of_one_part(lang: str, whole: str, short: str, part: int) -> None:
    lexicon = load_lexicon(lang)
    if part_of_short(lexicon, fold(short), name_key(whole)) != part:
        pytest.skip("the lexicon does not have this pair")
    for full, said in outs(lang, f"A: [{whole}:PER].", f"B: [{short}:PER]"):
        own = name_key(full).split()[part - 1]
        assert fold(said) in {fold(form.short) for form in lexicon.shorts_of[own]}, (full, said)


def test_the_part_and_its_short_form_and_that_of_the_whole() -> None:
    lexicon = load_lexicon("es")
    lines = ("A: [Francisco Javier:PER], [Francisco:PER]", "B: [Javi:PER], [Paco:PER], [Fran:PER]")
    for whole, first, of_second, *of_first in outs("es", *lines):
        parts = whole.split()
        assert first == parts[0]
        shorts = [{f.short for f in lexicon.shorts_of[fold(part)]} for part in parts]
        assert of_second in shorts[1] and set(of_first) <= shorts[0] and len(set(of_first)) == 2
    for whole, of_whole, part in outs("es", "A: [José María:PER], [Chema:PER], [José:PER]"):
        assert of_whole in {f.short for f in lexicon.shorts_of[name_key(whole)]}
        assert part == whole.split()[0]


@pytest.mark.parametrize(
    "lines",
    [
        ("A: [María José:PER].", "B: [Pepe:PER]"),  # a man's short form and a woman
        ("A: [José María:PER].", "B: [Marisa:PER]"),
        ("A: [Francisco Javier:PER] y su primo [Javi:PER]",),
    ],
)
def test_a_short_form_of_somebody_else(lines: tuple[str, ...]) -> None:
    assert len([e for e in run(dialogue(*lines)).entities if e.kind == "person"]) == 2


@pytest.mark.parametrize(
    "lines",
    [
        ("A: [Francisco Javier:PER] y [Javier:PER] [Gil:FAM]", ""),
        ("A: [Francisco Javier:PER] y [Luis Javier:PER]", "B: ¿[Javi:PER]?"),
        ("A: [Francisco:PER] y [José Francisco:PER]", ""),
        ("A: [José Luis:PER] y [José Manuel:PER]", "B: ¿[José:PER]?"),
        ("A: [Luis Miguel:PER] y [Miguel Luis:PER]", "B: ¿[Luis:PER]?"),
    ],
)
def test_what_two_compounds_could_own_is_left_apart_and_said(lines: tuple[str, str]) -> None:
    result = run(dialogue(*filter(None, lines)))
    assert ("SHORT_AMBIGUOUS" in codes(result)) == bool(lines[1])
    people = {r.surrogate for r in result.replacements if r.label == "PER"}
    assert len(people) == (3 if lines[1] else 2)


def test_a_person_decides_whose_short_form_it_is() -> None:
    made = dialogue("A: [Francisco Javier:PER] y [Luis Javier:PER]", "B: ¿[Javi:PER]?")
    keys = [m.key for turn in made.turns for m in turn.mentions]
    result = run(made, constraints=[Constraint("link", (keys[1], keys[2]), "short_form")])
    _, second, short = texts(result)
    own = load_lexicon("es").shorts_of[fold(second.split()[1])]
    assert short in {form.short for form in own}
    assert "SHORT_AMBIGUOUS" not in codes(result)


@pytest.mark.parametrize("later", [("Javi", "Fran"), ("Fran",), ("Javi",), ("Francisco",)])
def test_a_short_form_that_is_labelled_later_changes_nothing(later: tuple[str, ...]) -> None:
    for key in KEYS:
        plain = dialogue("A: Soy [Francisco Javier:PER].", "B: Hola.")
        more = dialogue(
            "A: Soy [Francisco Javier:PER].", "B: " + ", ".join(f"[{word}:PER]" for word in later)
        )
        assert texts(run(plain, key=key))[0] == texts(run(more, key=key))[0]


@pytest.mark.parametrize(
    ("lang", "clipped", "whole"),
    [
        ("es", "José Mari", "José María"),
        ("es", "Jose Mari", "José María"),
        ("es", "Luis Mari", "Luis María"),
        ("es", "Jesús Mari", "Jesús María"),
        ("es", "Pepe Luis", "José Luis"),
        ("eu", "Joxe Mari", "José María"),
        ("eu", "Joxe Mari", "Jose Maria"),
        ("ca", "Rosa Mari", "Rosa Maria"),
    ],
)
def test_a_clipped_second_name_is_no_surname(lang: str, clipped: str, whole: str) -> None:
    for short, full in outs(lang, f"A: [{clipped}:PER]", f"B: [{whole}:PER]?"):
        assert name_key(short) == name_key(full)
    for both, full in outs(lang, f"A: [{clipped} Gil:PER]", f"B: [{whole}:PER]?"):
        assert name_key(both).startswith(f"{name_key(full)} ")


def test_a_surname_that_only_sounds_like_a_clip() -> None:
    es = load_lexicon("es")
    assert ends_clipped(es, "jose", "Mari") and ends_clipped(es, "juan", "Mari")
    assert not ends_clipped(es, "jose", "Marí")
    assert not ends_clipped(es, "jose", "Sole")  # no man has Soledad as his second name
    assert not ends_clipped(es, "xulip", "Mari")
    for one, two, surname in outs("es", "A: [Ana Martí:PER], [Juan Marí:PER], [Martí:FAM]"):
        assert one.split()[1] == surname and two.split()[1] != surname


@pytest.mark.parametrize(
    ("lang", "split", "whole"),
    [
        ("es", "Miguel Ángel", "Miguelángel"),
        ("es", "Juan Carlos", "Juancarlos"),
        ("es", "José María", "Josemaria"),
        ("fr", "Jean-Luc", "Jeanluc"),
        ("fr", "Jean Luc", "JEANLUC"),
        ("de", "Hans-Peter", "Hanspeter"),
        ("de", "Karl Heinz", "Karlheinz"),
        ("eu", "Joxe Mari", "Joxemari"),
        ("ca", "Joan Carles", "Joancarles"),
    ],
)
def test_a_compound_as_one_word(lang: str, split: str, whole: str) -> None:
    for full, one in outs(lang, f"A: [{split}:PER].", f"B: [{whole}:PER]"):
        assert len(name_key(full).split()) == 2
        assert fold(one) == "".join(name_key(full).split())
        assert one.isupper() == whole.isupper()


def test_a_compound_as_one_word_and_its_parts() -> None:
    lines = ("A: [Juan Carlos:PER]", "B: [Juancarlos:PER], [Juan:PER], [Carlos:PER]")
    for whole, one, first, second in outs("es", *lines):
        assert f"{first} {second}" == whole and fold(one) == fold(first + second)


@pytest.mark.parametrize(
    ("name", "lang", "written"),
    [
        ("Miguel Ángel", "es", "Miguelángel"),
        ("José Luis", "es", "Joseluis"),
        ("Marc-André", "fr", "Marcandré"),
        ("André-Pierre", "fr", "Andrépierre"),
        ("Karl-Heinz", "de", "Karlheinz"),
        ("María del Pilar", "es", "Mariapilar"),
        ("Ana Alicia", "es", ""),
        ("Ana Isabel", "es", ""),
        ("Luis Sergio", "es", ""),
        ("Ana", "es", ""),
    ],
)
def test_how_a_compound_is_joined(name: str, lang: str, written: str) -> None:
    assert joined(name, lang) == written


def test_the_parts_of_a_compound_in_full() -> None:
    es = load_lexicon("es")
    assert full_parts(es, "mari carmen") == ("maria", "carmen")
    assert full_parts(es, "maria del carmen") == ("maria", "carmen")
    assert full_parts(es, "jose mari") == ("jose", "maria") != full_parts(es, "maria jose")
    assert full_parts(load_lexicon("eu"), "joxe mari") == ("jose", "maria")
    assert full_parts(load_lexicon("fr"), "jean luc") == ("jean", "luc")


def test_two_compounds_word_by_word_with_one_name_in_common() -> None:
    lines = (
        "A: [José:PER] [Manuel:PER] y [José:PER] [Luis:PER]",
        "B: ¿[José Luis:PER]? [Luis:PER]",
    )
    for a, b, c, d, whole, part in outs("es", *lines):
        assert len({a, b, c, d}) == 4
        assert (whole, part) == (f"{c} {d}", d)
    for a, b, c, d in outs("es", "A: [Ana:PER] [María:PER] y [María:PER] [Ana:PER]"):
        assert len({a, b, c, d}) == 4
    for a, b, c, d in outs("es", "A: [Ana:PER] [María:PER], sí, [Ana:PER] [María:PER]"):
        assert (a, b) == (c, d)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("J. M.", "José Manuel"),
        ("J.M.", "José Manuel"),
        ("Jose M.", "José Manuel"),
        ("Luis M.", "Luis Miguel"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_initials_of_a_compound_follow_it(short: str, full: str, key: bytes) -> None:
    made = dialogue(f"A: Soy [{short}:PER] [García:FAM].", f"B: ¿[{full}:PER] [García:FAM]?")
    result = run(made, key=key)
    abbreviated, family, whole, again = texts(result)
    assert family == again
    one, two = fold(abbreviated).replace(".", ". ").split()
    first, second = fold(whole).split()
    assert (one.strip("."), two) == (first if "." not in one else first[0], f"{second[0]}.")
    assert "SHORT_AMBIGUOUS" not in codes(result)


def test_a_compound_with_a_clipped_part() -> None:
    for clipped, whole, part in outs(
        "es", "A: [Mari Carmen:PER], o sea, [María del Carmen:PER], [Carmen:PER]"
    ):
        assert clipped.split()[0] == whole.split()[0]
        assert part == whole.split()[-1]


def test_a_compound_whose_short_form_no_other_compound_has() -> None:
    made = dialogue("A: Es [Ana María:PER], o sea [Anamari:PER].")
    for key in KEYS:
        result = run(made, key=key)
        whole, short = texts(result)
        known = {fold(f.short) for f in load_lexicon("es").shorts_of[name_key(whole)]}
        assert fold(short) in known
        assert "CONSTRAINT_RELAXED" in codes(result)


def test_a_compound_is_put_together_where_no_list_has_one() -> None:
    for whole, first, second in outs(
        "fr", "A: Le mari d'[Anne-Marie:PER], oui, [Anne:PER], de [Marie:PER]."
    ):
        assert whole == f"{first}-{second}"
        assert fold(first)[0] in "aeiou" and fold(second)[0] not in "aeiou"


@pytest.mark.parametrize("name", ["Hye-jin", "Seo-yeon"])
def test_a_name_of_two_syllables_is_one_given_name(name: str) -> None:
    for whole, surname in outs("en", f"A: [{name} Park:PER] is home.", "B: Ms. [Park:FAM]?"):
        first, last = whole.split(" ")
        assert first[first.index("-") + 1].isupper() and last == surname, whole
