"""Names that a list or an address would take for surnames, and the dialogue does not."""

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.people.name_words import is_given
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = (b"one", b"two", b"three")


def test_what_stands_before_the_one_surname_is_a_given_name() -> None:
    lexicon = load_lexicon("en")
    lines = ("A: [Rosa May Shaw:FULL_NAME]. [Rosa:FIRST_NAME].", "B: Mr [Shaw:SURNAME]?")
    for key in KEYS:
        child, given, surname = texts(run(dialogue(*lines, lang="en"), key=key))
        first, second, last = child.split()
        assert (first, last) == (given, surname)
        assert is_given(fold(second), lexicon)


def test_two_surnames_that_are_said_together_stay_two() -> None:
    lines = (
        "A: [Ellen Pryor Shaw:FULL_NAME].",
        "B: Mrs [Pryor Shaw:SURNAME], wife of Mr [Shaw:SURNAME]?",
    )
    for key in KEYS:
        whole, both, one = texts(run(dialogue(*lines, lang="en"), key=key))
        assert whole.split()[1:] == both.split()
        assert both.split()[-1] == one


def test_a_nickname_in_an_address_is_no_surname_where_its_label_says_first_name() -> None:
    lexicon = load_lexicon("fr")
    lines = (
        "A: [Gabrielle:FIRST_NAME] est mon prénom et [Thomas:SURNAME] mon nom.",
        "A: On m'appelle [Gabou:FIRST_NAME], [gabou.thomas@courriel.example:EMAIL].",
    )
    for key in KEYS:
        full, surname, nick, mail = texts(run(dialogue(*lines, lang="fr"), key=key))
        assert fold(nick) in {fold(form.short) for form in lexicon.shorts_of[fold(full)]}
        assert mail.startswith(f"{fold(nick)}.{fold(surname)}@")
