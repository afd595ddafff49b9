"""Word by word: no token stays as it was but for the particles inside names."""

import re
from typing import Any

import pytest

from surrogates.folding import fold, words
from surrogates.languages import load_lexicon
from surrogates.policies import word
from surrogates.policies.word import count_corpus, sources_of
from surrogates.rewrite import collect
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) for n in range(tries(3, 8))]


def kept(span: str, label: str, lang: str = "es", corpus: Any = None) -> set[str]:
    """Tokens of a mention that stand in their places in one of its surrogates."""
    found: set[str] = set()
    for key in KEYS:
        made = dialogue(f"A: [{span}:{label}]", lang=lang)
        (new,) = texts(run(made, "word", key, corpus=corpus))
        pairs = zip(words(span), words(new), strict=False)
        found |= {old for old, drawn in pairs if old == drawn}
    return found


@pytest.mark.parametrize(
    ("span", "label"),
    [
        ("dos", "NUM"), ("seis uno dos", "PHONE"), ("e", "LETTER"),
        ("a", "LETTER"), ("i", "LETTER"), ("a be y", "LETTER"), ("dos a e", "ID"),
        ("jefe de obra", "JOB"), ("A.", "PERSON"), ("la", "FAM"),
        ("san", "FAM"), ("Van", "FAM"), ("Das", "FAM"), ("ES21 1465 JKL", "ID"), ("dos", "LOC"),
        ("plan de salud", "PROD"), ("de", "secret"), ("Al", "PER"),
    ],
)  # fmt: skip
def test_no_token_stays(span: str, label: str) -> None:
    assert kept(span, label) == set()
    corpus = count_corpus([dialogue(f"A: [{span}:{label}] [tres:{label}] [o:{label}]")])
    assert kept(span, label, corpus=corpus) == set()


def test_spelled_letters_are_all_replaced() -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue("A: [N-G-U-Y-E-N:LETTER]"), "word", key))
        assert all(fold(a) != fold(b) for a, b in zip("NGUYEN", new.split("-"), strict=True)), new


@pytest.mark.parametrize(
    ("span", "label", "stays"),
    [
        ("María de la Fuente", "PERSON", {"de", "la"}), ("Ortega y Gasset", "FAM", {"y"}),
        ("Pi i Margall", "FAM", {"i"}), ("Banco de España", "ORG", {"de"}),
        ("A Coruña", "LOC", {"a"}), ("San Sebastián de los Reyes", "LOC", {"de", "los"}),
        ("José A Ruiz", "PERSON", set()), ("E. de Ruiz", "PERSON", {"de"}),
        ("Los Dos Hermanos", "ORG", {"los"}), ("Costa dos Santos", "FAM", {"dos"}),
    ],
)  # fmt: skip
def test_particles_stay_inside_names(span: str, label: str, stays: set[str]) -> None:
    assert kept(span, label) == stays


def test_signs_alone_become_a_placeholder() -> None:
    result = run(dialogue("A: [***:password] [12:NUM]"), "word")
    assert texts(result)[0] == "[PASSWORD]"
    assert not result.leaks


def test_what_came_out_as_it_was_becomes_a_placeholder(monkeypatch: Any) -> None:
    monkeypatch.setattr(word, "_token", lambda scene, item, token, *more: token)
    made = dialogue("A: [hoy:DATE] [ana:PER]", "B: [tres:NUM]")
    assert texts(run(made, "word")) == ["[DATE]", "[PER]", "[NUM]"]


def test_another_spelling_of_the_same_value_is_not_drawn() -> None:
    for key in KEYS:
        out = texts(run(dialogue("A: [uno:NUM] [be:LETTER] [septiembre:DATE]"), "word", key))
        assert out[0] not in ("un", "una")
        assert load_lexicon("es").spoken_letters[fold(out[1])] != "b"
        assert fold(out[2]) != "setiembre"


def test_codes_stay_codes() -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue("A: [4722 JKL ES21:ID]"), "word", key))
        number, letters, both = new.split()
        assert number.isdecimal()
        assert letters.isupper()
        assert both[:2].isalpha()
        assert both[2:].isdecimal()


@pytest.mark.parametrize("label", ["password", "contraseña", "user", "nickname", "EMAIL", "mail",
                                   "ID", "URL", "phone", "card"])  # fmt: skip
def test_dissociation_never_draws_what_names_an_account(label: str) -> None:
    corpus = {label: {"carmenyluis": 500, "abretesesamo": 400}}
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [miperrito:{label}]"), "word", key, corpus=corpus))
        assert fold(new) not in corpus[label]
    assert not count_corpus([dialogue(f"A: [carmenyluis:{label}]")]).get(label)


@pytest.mark.parametrize("strategy", ["entity", "word"])
@pytest.mark.parametrize("start", ["san", "lo"])
def test_a_name_begun_again_loses_its_first_syllable(strategy: str, start: str) -> None:
    whole = {"san": "sanmartín", "lo": "lozano"}[start]
    for key in KEYS:
        line = f"A: [ana:PER] [{start}:FAM] [{start}:FAM] [{whole}:FAM]"
        _, one, two, last = texts(run(dialogue(line, "B: señora [sanmartín:FAM]"), strategy, key))[
            :4
        ]
        assert start not in (one, two)
        if strategy == "entity":
            assert one == two
            assert last.startswith(one)


@pytest.mark.parametrize(
    ("text", "label", "endings"),
    [("ana@telco.com", "email", ("example",)), ("www.telco.es/altas", "url", ("example/",)),
     ("telco.eus", "domain", ("example",)), ("ana@telco.example", "email", ("invalid",))],
)  # fmt: skip
def test_a_host_is_one_that_nobody_can_register(text: str, label: str, endings: Any) -> None:
    (made,) = texts(run(dialogue(f"A: es [{text}:{label}]"), "word"))
    assert all(f".{ending}" in made for ending in endings), made


@pytest.mark.parametrize(
    ("lang", "span", "label", "pattern"),
    [
        ("es", "noventa y cinco", "NUM", r"\w+(ta) y (dos|tres|cuatro|seis|siete|ocho|nueve|uno)"),
        ("es", "cuarenta y una", "NUM", r"\w+ta y \w+"),
        ("es", "30 de diciembre de 2018", "DATE", r"([1-9]|[12]\d) de [a-z]+ de 20[012]\d"),
        ("es", "31/12/2018", "DATE", r"(0[1-9]|[12]\d)/(0[1-9]|1[0-2])/20[012]\d"),
        ("es", "martes", "DATE", r"lunes|miércoles|jueves|viernes|sábado|domingo"),
        ("es", "tres meses", "DATE", r"(?!uno|cero)\w+ \w+s"),
        ("es", "12 euros", "NUM", r"\d\d (dólares|pesetas|céntimos)"),
        ("es", "calle Azafrán 12", "STREET", r"[a-zí]+ [A-ZÁ]\w+ \d\d"),
        ("es", "J. A.", "PER", r"[A-Z]\. [A-Z]\."),
        ("fr", "quatre-vingt-dix-sept", "NUM", r"quatre-vingt-dix-(huit|neuf)"),
        ("fr", "soixante et onze", "NUM", r"(vingt|trente|quarante|cinquante|soixante) et un"),
        ("en", "March 12th 2018", "DATE", r"[A-Z][a-z]+ \d+(st|nd|rd|th) 20[012]\d"),
        ("en", "twenty-five", "NUM", r"\w+ty-\w+"),
        ("de", "fünfundzwanzig", "NUM", r"\w*(zehn|zig|ßig|elf|zwölf)"),
        ("de", "Montag, den 12. März", "DATE", r"[A-Z]\w+, den \d+\. [A-Z]\w+"),
        ("ca", "dilluns 12 de març", "DATE", r"di\w+ \d+ (de |d'|d’)\w+"),
        ("eu", "hogeita bost", "NUM", r"\w+ta \w+"),
    ],
)  # fmt: skip
def test_a_word_keeps_its_class(lang: str, span: str, label: str, pattern: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{span}:{label}]", lang=lang), "word", key))
        assert re.fullmatch(pattern, new), new
        assert new != span


def test_the_gender_of_given_names_stays() -> None:
    names = load_lexicon("es").name_by_key
    for key in KEYS:
        new = texts(run(dialogue("A: [Lucía:PER] y [Roberto:PER]"), "word", key))
        assert [names[fold(n)].gender for n in new] == ["f", "m"], new


@pytest.mark.parametrize(
    ("span", "label"),
    [
        ("García", "FAM"), ("Ana", "GIVEN"), ("Luis Ruiz", "PERSON"), ("Bilbao", "LOC"),
        ("María de la Fuente", "PERSON"), ("mayo", "DATE"), ("seis", "NUM"), ("AB 1234", "ID"),
        ("Telvenia", "ORG"), ("madre", "FAMILIAR"), ("be", "LETTER"), ("ana@ruiz.com", "EMAIL"),
    ],
)  # fmt: skip
def test_what_is_drawn_stands_on_the_list_that_is_told(span: str, label: str) -> None:
    made = dialogue(f"A: [{span}:{label}]")
    (item,), _nested = collect(made)
    lexicon = load_lexicon("es")
    lists = [{fold(word) for word in each.pool.weights} for each in sources_of(item, lexicon)]
    for key in KEYS:
        (new,) = texts(run(made, "word", key))
        if len(lists) == 1:  # also a name with a hyphen
            assert fold(new) in lists[0], new
            continue
        (drawn,), _nested = collect(dialogue(f"A: [{new}:{label}]"))
        words_drawn = [each.word for each in sources_of(drawn, lexicon)]
        assert len(words_drawn) == len(lists), new
        for drawn_word, on_list in zip(words_drawn, lists, strict=True):
            assert drawn_word in on_list, (new, drawn_word)
