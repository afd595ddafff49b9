"""Labels without a known kind: values that enough dialogues say, never identifiers."""

import pytest

from surrogates.folding import fold
from surrogates.own_values import OwnValues, ValueCounter, has_own_values
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS


def counted(*rows: tuple[str, str], dialogues: int = 5) -> OwnValues:
    """Each (label, value) said in so many dialogues."""
    counter = ValueCounter()
    for number in range(dialogues):
        for label, text in rows:
            counter.add(label, number, text)
    return counter.counted()


GENRES = counted(
    *(("music style", text) for text in ("opera", "techno", "chanson", "slow rock", "folk music"))
)


def test_a_value_becomes_another_of_its_label_and_the_same_all_through() -> None:
    made = dialogue("A: some [polka:music style], or [opera:music style]", "B: [polka:music style]")
    seen = set()
    for key in FIVE_KEYS:
        first, other, again = texts(run(made, key=key, values=GENRES))
        assert first == again != other
        assert {first, other} <= {"techno", "chanson", "slow rock", "folk music"}
        seen |= {first, other}
    assert len(seen) > 1


def test_without_values_the_placeholder_stays_and_is_told() -> None:
    made = dialogue("A: some [polka:music style]")
    for values in (None, OwnValues({"music style": {"Polka": 9}})):
        result = run(made, values=values)
        assert texts(result) == ["[MUSIC_STYLE]"]
        assert "PLACEHOLDER_SHOWN" in codes(result)


def test_what_few_dialogues_say_is_not_drawn() -> None:
    assert not counted(("dish", "paella"), dialogues=4).of("dish")
    counter = ValueCounter()
    for number, text in enumerate(["Cocido", "cocido", "cocido", "COCIDO", "cocido"]):
        counter.add("dish", number, text)
    assert counter.counted().counts == {"dish": {"cocido": 5}}
    assert not counter.counted(said_in=6).knows("dish")


@pytest.mark.parametrize(
    "text", ["ana@mail.example", "https://x.example", "4711", "12-34 5", "psr410", "B2", "6 1 2 3"]
)
def test_identifiers_are_never_counted(text: str) -> None:
    assert not counted(("thing", text)).of("thing")


@pytest.mark.parametrize("label", ["item_code", "Device ID", "licence", "PER", "password", "sex"])
def test_labels_that_identify_or_have_a_kind_have_no_own_values(label: str) -> None:
    assert not has_own_values(label)
    assert not counted((label, "something")).of(label)


def test_figures_stay_figures_and_plurals_plurals() -> None:
    values = counted(*(("wish", text) for text in ("3", "two", "films", "film", "series")))
    for key in FIVE_KEYS:
        made = dialogue("A: [7:wish] [movies:wish] [song:wish]", lang="en")
        number, many, one = texts(run(made, key=key, values=values))
        assert number == "3"
        assert many in ("films", "series")
        assert one in ("two", "film")


def test_the_article_before_a_value_fits() -> None:
    values = counted(*(("piece", text) for text in ("essay", "album", "song", "ballad")))
    for key in FIVE_KEYS:
        made = dialogue("A: play a [hymn:piece] and an [ode:piece]", lang="en")
        one, two = texts(run(made, key=key, values=values))
        assert one in ("song", "ballad") and two in ("essay", "album")


def test_a_value_that_shows_another_original_is_not_drawn() -> None:
    values = counted(("list", "songs of Vigo"), ("list", "lazy afternoon"))
    made = dialogue("A: [party:list] in [Vigo:LOC]", lang="en")
    assert all(
        fold(texts(run(made, key=key, values=values))[0]) == "lazy afternoon" for key in FIVE_KEYS
    )


def test_where_values_are_said_once_the_words_of_the_label_are_drawn() -> None:
    counter = ValueCounter()
    lines = ["red river", "night train", "river night", "red train"]
    for number in range(20):
        counter.add("film", number, f"{lines[number % 4]} {'abcdefghijklmnopqrst'[number]}x")
    counter.add("film", 99, "Zorro y Ana")  # words of one dialogue are never drawn
    values = counter.counted()
    assert values.shared("film") == 0
    assert set(values.words["film"]) == {"red", "river", "night", "train"}
    for key in FIVE_KEYS:
        one, same = texts(
            run(dialogue("A: [la gran aventura:film] o [red one:film]"), key=key, values=values)
        )
        assert len(one.split()) == 3 and set(one.split()) <= {"river", "night", "train"}
        assert "red" not in same.split()


def test_as_many_whole_values_are_drawn_as_are_said_more_than_once() -> None:
    counter = ValueCounter()
    for number in range(100):
        once = f"visit {('aunt', 'bank', 'shop', 'farm')[number % 4]} {chr(200 + number)}"
        counter.add("task", number, "buy milk" if number < 30 else once)
    values = counter.counted()
    assert values.shared("task") == 0.3
    lines = [dialogue(f"A: [wash dishes:task], {n}", id=str(n)) for n in range(200)]
    whole = sum(texts(run(line, values=values)) == ["buy milk"] for line in lines)
    assert 35 < whole < 85  # of 200, where 60 are expected


def test_what_stands_beside_a_value_says_which_others_fit() -> None:
    """A film has a rating and a song a playlist: neither becomes the other."""
    counter = ValueCounter()
    films = ["dune", "heat", "alien", "psycho", "gravity", "memento", "fargo", "vertigo", "up", "m"]
    songs = ["help", "jump", "hurt", "toxic", "hello", "creep", "wonderwall", "zombie", "1979", "x"]
    for number in range(200):
        label, texts_of = (("rating", films), ("playlist", songs))[number % 2]
        counter.add("work", number, texts_of[number // 2 % 10])
        counter.add(label, number, "much")
    values = counter.counted()
    for key in FIVE_KEYS:
        film = dialogue("A: [solaris:work] with [four:rating]")
        song = dialogue("A: [yesterday:work] in [mine:playlist]")
        assert texts(run(film, key=key, values=values))[0] in films
        assert texts(run(song, key=key, values=values))[0] in songs
        alone = dialogue("A: [solaris:work]")  # nobody said one alone: any of them
        assert texts(run(alone, key=key, values=values))[0] in films + songs


@pytest.mark.parametrize(("figure", "drawn"), [("6", True), ("42", True), ("4711", False)])
def test_a_short_figure_becomes_another_without_any_corpus(figure: str, drawn: bool) -> None:
    (text,) = texts(run(dialogue(f"A: [{figure}:best mark]")))
    assert (text != figure and text.isdecimal() and len(text) == len(figure)) is drawn


@pytest.mark.parametrize(
    ("figure", "grain"), [("40", 10), ("50", 10), ("25", 5), ("500", 100), ("250", 50)]
)
def test_a_short_figure_becomes_one_as_round(figure: str, grain: int) -> None:
    for seed in range(6):
        made = dialogue(f"A: [{figure}:dose] milligrams.", lang="en")
        (text,) = texts(run(made, key=bytes([seed]) * 32))
        assert text != figure and int(text) % grain == 0
