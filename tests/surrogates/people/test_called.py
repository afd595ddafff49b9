"""What somebody is said to be called is short for the new name; what nobody says is in full."""

import pytest

from surrogates.codes import ConstraintKind, IssueCode
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.types import Constraint
from tests.surrogates.dialogues import codes, dialogue, issue_of, keys, run, texts
from tests.surrogates.packs import FIVE_KEYS

# Language, lines; which text is the full name, and which is short for it.
CALLED = [
    ("es", ["A: [Francisco Javier:PER].", "B: ¿Cómo prefiere que le llame?",
            "A: [Patxi:PER], como todos."], 0, 1),
    ("es", ["A: Soy [Ana:PER], pero todos me llaman [Zorvita:PER]."], 0, 1),
    ("es", ["A: Nadie me llama [Gumersindo:PER], llámeme [Sindo:PER]."], 0, 1),
    ("es", ["A: [Zairo:PER] es mi hijo, pero en casa le llamamos [Chuso:PER]."], 0, 1),
    ("ca", ["A: Ningú em diu [Bartomeu:PER], soc en [Tomeu:PER]."], 0, 1),
    ("ca", ["A: [Hermenegild:PER].", "B: Com vol que li digui?", "A: [Gild:PER]."], 0, 1),
    ("ca", ["A: Li diem [Nes:PER] perquè es diu [Agnès:PER]."], 1, 0),
    ("en", ["A: Do you go by [Christopher:PER] or [Chris:PER]?"], 0, 1),
    ("eu", ["A: [Garikoitz:PER] da nire semea, baina etxean [Gari:PER] esaten diogu."], 0, 1),
    ("de", ["A: Ich bin [Margarethe:PER], meine Freunde sagen [Grete:PER]."], 0, 1),
    ("de", ["A: Keiner sagt [Fürchtegott:PER], sagen Sie [Zorvi:PER]."], 0, 1),
    ("en", ["A: Put me down as [Pippa:PER], nobody calls me [Philippa:PER]."], 1, 0),
    ("en", ["A: Put me down as [Zorvo:PER], nobody calls me [Philippa:PER]."], 1, 0),
    ("en", ["A: [Thaddeus:PER]. Most folks call me [Thad:PER]."], 0, 1),
    ("fr", ["A: Personne ne m'appelle [Bernadette:PER], dites [Nadette:PER]."], 0, 1),
    ("fr", ["A: Mon mari [Honoré:PER], qu'on surnomme [Zorvi:PER]."], 0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "full", "short"), CALLED)
def test_what_somebody_is_called_is_short_for_the_new_name(
    lang: str, lines: list[str], full: int, short: int
) -> None:
    lexicon = load_lexicon(lang)
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang=lang), key=key)
        said = [fold(text) for text in texts(made)]
        parts = {said[full], *said[full].replace("-", " ").split()}
        fulls = {fold(form.full) for form in lexicon.fulls_of[said[short]]}
        assert fulls & parts, said
        assert IssueCode.RELATION_LOST not in codes(made)
        assert IssueCode.SPLIT_SUGGESTED not in codes(made)


OF_OTHERS = [
    ("es", "A: Soy [Aitor:PER], y a mi hermano le llaman [Tito:PER]."),
    ("ca", "A: El pare es diu [Pere:PER], i al meu germà li diuen [Xato:PER]."),
    ("en", "A: I'm [Robert:PER], and they call my brother [Buster:PER]."),
]


@pytest.mark.parametrize(("lang", "line"), OF_OTHERS)
def test_what_another_is_called_is_no_short_form(lang: str, line: str) -> None:
    made = run(dialogue(line, lang=lang))
    assert not any("short_form" in card.links for card in made.entities)
    assert not {IssueCode.RELATION_LOST, IssueCode.MERGE_SUGGESTED} & set(codes(made))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Soy [Ana:PER], pero todos me llaman [Zorvita:PER]."),
        ("de", "A: Ich bin [Ada:PER], meine Freunde sagen [Zorvi:PER]."),
        ("en", "A: I'm [Ann:PER], but I go by [Zorvo:PER]."),
    ],
)
def test_a_name_that_is_none_of_the_new_one_is_told(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    first, second = keys(made)
    typed = [
        Constraint(ConstraintKind.SURROGATE, (first,), "Martina"),
        Constraint(ConstraintKind.SURROGATE, (second,), "Quux"),
    ]
    result = run(made, constraints=typed)
    assert issue_of(result, IssueCode.RELATION_LOST).mentions == (second, first)
