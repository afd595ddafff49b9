"""Items, their strata, and who is named by them."""

from annotation.evidence.recall.figures import figures_of
from annotation.evidence.recall.items import items_of
from annotation.evidence.recall.people import people_of
from annotation.evidence.recall.types import Known
from tests.annotation.evidence.recall.turns import checked

TEXT = "soy Jon Olabarri Ruiz de Bilbao"
ITEMS = [("Jon", "male name"), ("Olabarri Ruiz", "surname"), ("Bilbao", "place")]


def test_an_item_is_missed_if_any_character_of_it_stays() -> None:
    turn = checked(TEXT, ITEMS, ["Jon", "Olabarri", "Bilba"])
    assert [item.missed for item in items_of([turn], Known())] == [False, True, True]
    # The white space between two words that were both found shows nothing.
    turn = checked(TEXT, ITEMS, ["Jon", "Olabarri", "Ruiz", "Bilbao"])
    assert not any(item.missed for item in items_of([turn], Known()))


def test_the_strata_say_how_hard_an_item_was() -> None:
    turn = checked("me llamo Ana , ana , te a ene", [("Ana", "n"), ("ana", "n")], [])
    known = Known(frozenset({("n", "ana")}), frozenset({1}))
    assert [item.strata for item in items_of([turn], known)] == [
        ("seen", "long"),
        ("seen", "lower", "long"),
    ]
    spelled = checked("es G, A, R, con uve", [("G, A, R", "letter")], [])
    assert next(items_of([spelled], Known())).strata == ("unseen", "spelled")
    assert "spelled" not in next(items_of([checked("y a Bo", [("Bo", "n")], [])], Known())).strata


def test_all_or_nothing_by_entity_dialogue_and_person() -> None:
    """Two calls: in the first one mention of three of "Ana" stays; the second is clean."""
    turns = [
        checked("soy Ana Gil", [("Ana", "female name"), ("Gil", "surname")], ["Ana", "Gil"]),
        checked("Ana , dime", [("Ana", "female name")], [], turn=1, speaker="b"),
        checked("¿Ana?", [("Ana", "female name")], ["Ana"], turn=2, speaker="b"),
        checked("soy Luis", [("Luis", "male name")], ["Luis"], dialogue=2),
    ]
    people = {1: people_of(turns[:3], "es"), 2: people_of(turns[3:], "es")}
    figures = figures_of(turns, Known(people=people), ["place", "surname"])
    assert (figures["items"], figures["missed"]) == (5, 1)
    assert figures["entity"]["value"] == 0.6667  # Ana of three entities
    assert figures["dialogue"]["value"] == 0.5
    assert figures["never"] == ["place"]
    assert {row["name"]: (row["missed"], row["n"]) for row in figures["labels"]} == {
        "female name": (1, 3),
        "surname": (0, 1),
        "male name": (0, 1),
    }
    assert all(row["few"] for row in figures["labels"])  # under 30 items: too few to say
    # Ana Gil spoke first and named herself: the agent of two speakers. Luis speaks alone.
    rows = {row["name"]: (row["missed"], row["n"]) for row in figures["people"]}
    assert rows == {"agent": (1, 1), "third": (0, 1)}
    # Persons of dialogues that were not checked do not count as found.
    alone = figures_of(turns[:3], Known(people=people))["people"]
    assert [row["name"] for row in alone] == ["agent"]


def test_roles_follow_labels_speakers_and_self_introductions() -> None:
    turns = [
        checked("buenos días , soy Marta", [("Marta", "female name")], [], speaker="agent"),
        checked(
            "me llamo Fernando y llamo por Beatriz",
            [("Fernando", "male name"), ("Beatriz", "female name")], [], turn=1, speaker="customer",
        ),
    ]  # fmt: skip
    assert sorted(role for role, _keys in people_of(turns, "es")) == ["agent", "caller", "third"]
    note = checked("Dra. Gil", [("Gil", "NOMBRE_PERSONAL_SANITARIO")], [], speaker="note")
    assert [role for role, _keys in people_of([note], "es")] == ["agent"]


def test_turns_drawn_by_chance_say_nothing_of_whole_dialogues() -> None:
    figures = figures_of([checked(TEXT, ITEMS, [])], Known(), whole=False)
    assert figures["dialogue"] is None and figures["people"] == []


def test_the_worst_stand_first_and_those_too_few_last() -> None:
    def calls(label: str, items: int, missed: int) -> list[object]:
        words = [("Ana", label)]
        return [
            checked("Ana", words, [] if n < missed else ["Ana"], dialogue=n) for n in range(items)
        ]

    turns = [*calls("good", 40, 1), *calls("bad", 40, 10), *calls("rare", 3, 3)]
    assert [row["name"] for row in figures_of(turns, Known())["labels"]] == ["bad", "good", "rare"]  # type: ignore[arg-type]
