"""A strategy for each label, words of the corpus, and what q leaves: what goes to the engine."""

from typing import Any

import pytest

from annotation.models import Dialogue, Project, Span, Turn
from annotation.refusals import Refused
from annotation.replacement import leaving
from annotation.services.guidance import labels
from annotation.services.projects.creation import update_settings
from annotation.services.revision import plans, rules
from annotation.services.revision.rules import (
    SAID_IN,
    Rules,
    Words,
    count_words,
    made_rules,
    rules_of,
)
from surrogates import pseudonymise
from surrogates.search.gate import judge
from surrogates.search.leaks import scan
from surrogates.types import Result
from tests.labelled import call, read
from tests.surrogates.dialogues import dialogue, texts


def choose(project: Project, **by_label: str) -> None:
    """Give labels a strategy of their own; "_" stands for a space in their names."""
    for name, strategy in by_label.items():
        project.labels.filter(name=name.replace("_", " ")).update(replacement=strategy)


def drawn(project: Project, name: str = "call-1") -> dict[str, str]:
    """Original -> surrogate, as the project has it now."""
    result = plans.plan(call(project, name)).result
    return {each.original: each.surrogate for each in result.replacements}


def say(project: Project, user: Any, name: str, text: str, items: list[tuple[str, str]]) -> Turn:
    """One more dialogue of one turn, read."""
    made = Dialogue.objects.create(project=project, external_id=name, position=9)
    turn = Turn.objects.create(dialogue=made, position=0, speaker="caller", text=text)
    read(turn, user, items)
    return turn


# --- by label -----------------------------------------------------------------------------------


def test_a_label_has_a_strategy_of_its_own(labelled: Project) -> None:
    before = drawn(labelled)
    choose(labelled, place="typed", month="redact", surname="indexed")
    now = drawn(labelled)
    assert (now["Bilbao"], now["mayo"], now["Olabarri"]) == ("[PLACE]", "IIIII", "[SURNAME_1]")
    for name in ("Marta", "Francisco", "Fran"):
        assert now[name] == before[name]
    assert not plans.plan(call(labelled)).leaks


def test_a_label_of_its_own_survives_another_choice_for_the_rest(labelled: Project) -> None:
    choose(labelled, place="typed")
    mine = rules_of(labelled, strategy="redact")
    assert (mine.of("place"), mine.of("surname")) == ("typed", "redact")
    said = rules_of(labelled, by_label={"place": "named", "surname": "typed"})
    assert (said.of("place"), said.of("surname"), said.of("month")) == ("named", "typed", "entity")
    assert rules_of(labelled, strategy="none") == Rules("none")


def test_the_projects_strategy_again_is_none_of_its_own(labelled: Project) -> None:
    plain = rules_of(labelled)
    choose(labelled, place="entity")
    assert rules_of(labelled) == plain


@pytest.mark.parametrize(
    ("strategy", "by_label", "code"),
    [
        ("entity", {"nowhere": "typed"}, "no_label"),
        ("entity", {"place": "magic"}, "unknown_strategy"),
        ("magic", {}, "unknown_strategy"),
    ],
)
def test_what_there_is_not_is_refused(
    labelled: Project, strategy: str, by_label: dict[str, str], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        rules_of(labelled, strategy=strategy, by_label=by_label)
    assert refusal.value.code == code


def test_the_state_of_a_page_changes_with_the_rules(labelled: Project) -> None:
    dialogue = call(labelled)
    states = [plans.plan(dialogue).state]
    choose(labelled, place="typed")
    states.append(plans.plan(dialogue).state)
    choose(labelled, place="")
    assert plans.plan(dialogue).state == states[0] != states[1]


def test_the_rules_are_part_of_what_is_remembered(labelled: Project) -> None:
    """Twice the same key and labels; a memory without the rules would answer alike."""
    now = plans.plan(call(labelled))
    typed = plans._remembered(plans._Asked(now.original, Rules("typed"), now.key, (), ()))
    with_label = Rules("typed", (("place", "redact"),))
    other = plans._remembered(plans._Asked(now.original, with_label, now.key, (), ()))
    some = plans._remembered(plans._Asked(now.original, Rules("typed", q=1e-9), now.key, (), ()))
    assert len({tuple(texts(each)) for each in (typed, other, some)}) == 3


def test_a_trial_and_a_step_keep_to_the_rules(labelled: Project) -> None:
    choose(labelled, place="typed")
    now = plans.plan(call(labelled))
    assert plans.trial(now, []) == now.result == plans.replan(now).result


def test_settings_keep_the_strategies_of_labels(labelled: Project) -> None:
    place, surname = (labelled.labels.get(name=name) for name in ("place", "surname"))
    update_settings(labelled, {"replacement": "typed"}, {place.pk: "redact", surname.pk: "redact"})
    update_settings(labelled, {}, {place.pk: ""})
    assert rules_of(labelled).by_label == (("surname", "redact"),)


def test_scheme_files_neither_hold_nor_take_strategies(labelled: Project) -> None:
    before = labels.export_scheme(labelled)
    choose(labelled, place="redact")
    assert labels.export_scheme(labelled) == before
    labels.import_scheme(labelled, "scheme.json", before, None)
    assert rules.own_strategies(labelled) == {"place": "redact"}


# --- words of the corpus --------------------------------------------------------------------------


def test_words_are_counted_as_they_were_said() -> None:
    rows = [
        ("name", 1, "María"), ("name", 2, "maría"), ("name", 2, "María"), ("name", 2, "de la Ana"),
        ("name", 3, "ANA"), ("name", 3, "Olabarri"), ("name", 3, "Olabarri"),
        ("id", 1, "12345678Z"), ("id", 2, "12345678Z"), ("place", 1, "María"),
    ]  # fmt: skip
    words = count_words(rows, 2)
    # Olabarri and the place are said in one dialogue alone, an identifier is somebody's.
    assert words.counts == {"name": {"María": 3, "ANA": 2}}
    assert words == count_words(reversed(rows), 2) != count_words(rows[1:], 2)


def test_five_dialogues_say_a_word_that_is_drawn() -> None:
    rows = [("name", number, "Aitor") for number in range(4)]
    assert not count_words(rows).counts
    assert count_words([*rows, ("name", 4, "Aitor")]).counts == {"name": {"Aitor": 5}}


def test_particles_count_where_they_are_words() -> None:
    said = (("number", "dos"), ("letter", "e"), ("surname", "de la Fuente"))
    rows = [(label, number, text) for number in range(5) for label, text in said]
    assert count_words(rows).counts == {
        "letter": {"e": 5}, "number": {"dos": 5}, "surname": {"Fuente": 5},
    }  # fmt: skip


@pytest.mark.parametrize(
    "label", ["password", "Contraseña", "user", "nickname", "ID", "EMAIL", "url", "phone", "card"]
)
def test_what_names_an_account_is_never_counted(label: str) -> None:
    rows = [(label, number, "carmenyluis") for number in range(9)]
    assert not count_words(rows).counts
    assert not count_words([("other", number, "ana@mail.example") for number in range(9)]).counts


def test_dissociation_draws_what_several_dialogues_say(labelled: Project, annotator: Any) -> None:
    items = [("Aitor", "male name")]
    for number in range(SAID_IN):
        say(labelled, annotator, f"more-{number}", "Soy Aitor", items)
        if number:
            say(labelled, annotator, f"rare-{number}", "Soy Xulip", [("Xulip", "male name")])
    choose(labelled, male_name="dissociation")
    now = drawn(labelled)
    assert {now["Francisco"], now["Fran"]} == {"Aitor"}
    assert rules_of(labelled).corpus == {"male name": {"Aitor": SAID_IN}}
    both = {"male name": {"Aitor": SAID_IN, "Xulip": SAID_IN - 1}}
    assert rules_of(labelled, said_in=2).corpus == both
    # Of the others only the lexicon knows; a name of the dialogue itself is never drawn in it.
    assert drawn(labelled, "more-1")["Aitor"] not in ("Aitor", "Xulip", "[WORD]")


def test_only_what_people_settled_is_counted(labelled: Project, annotator: Any) -> None:
    for number in range(SAID_IN):
        turn = say(labelled, annotator, f"more-{number}", "Soy Aitor", [("Aitor", "male name")])
        Span.objects.filter(turn=turn).update(reading=None, status="proposed")
    labelled.replacement = "dissociation"
    assert "male name" not in (rules_of(labelled).corpus or {})


def test_words_are_counted_once_for_each_state_of_the_labels(
    labelled: Project, annotator: Any, monkeypatch: Any
) -> None:
    labelled.replacement = "dissociation"
    counted: list[Words] = []

    def count(rows: Any, said_in: int) -> Words:
        counted.append(count_words(rows, said_in))
        return counted[-1]

    monkeypatch.setattr(rules, "count_words", count)
    assert rules_of(labelled) == rules_of(labelled)
    assert len(counted) == 1
    turn = say(labelled, annotator, "more", "Soy Aitor", [("Aitor", "male name")])
    rules_of(labelled)
    assert len(counted) == 2
    Span.objects.filter(turn=turn).update(end=8)
    rules_of(labelled)
    assert len(counted) == 3
    monkeypatch.setattr(rules, "MOST_SPANS", 1)
    labelled.labels.filter(name="place").update(name="spot")
    assert not rules_of(labelled).corpus


def test_counts_elsewhere_change_the_state_only_with_what_is_shown(
    labelled: Project, annotator: Any
) -> None:
    choose(labelled, male_name="dissociation")
    dialogue = call(labelled)
    for number in range(SAID_IN):
        say(labelled, annotator, f"more-{number}", "Soy Aitor", [("Aitor", "male name")])
    before = plans.plan(dialogue)
    say(labelled, annotator, "last", "Soy Aitor", [("Aitor", "male name")])
    after = plans.plan(dialogue)
    assert after.rules != before.rules
    assert after.state == before.state
    for number in range(SAID_IN):
        for name in ("Asier", "Beñat", "Iker", "Jokin", "Koldo", "Unai"):
            say(labelled, annotator, f"{name}-{number}", f"Soy {name}", [(name, "male name")])
    last = plans.plan(dialogue)
    assert (last.state == after.state) == (texts(last.result) == texts(after.result))


def test_no_word_is_counted_for_strategies_that_need_none(
    labelled: Project, django_assert_num_queries: Any
) -> None:
    choose(labelled, place="word", other="typed")  # nothing but its own values stands for "other"
    with django_assert_num_queries(1):
        assert rules_of(labelled).words is None


# --- q -------------------------------------------------------------------------------------------

MADE = dialogue(
    "A: soy [Francisco:PER] [Olabarri:FAM], sí, [Francisco:PER]",
    "B: ¿[Fran:PER]? El [600 123 456:PHONE] de [mayo:DATE]",
)
STRATEGIES = ("entity", "word", "indexed", "named", "typed", "redact")


def left(strategy: str, q: float, key: bytes = b"k") -> tuple[Rules, Result]:
    mine = made_rules(strategy, {}, q)
    chosen = mine.for_engine(MADE)
    return mine, pseudonymise(MADE, strategy=chosen, key=key, q=q)


def test_revision_replaces_every_item_whatever_q(labelled: Project) -> None:
    before = drawn(labelled)
    Project.objects.update(replacement_q=0.01)
    assert drawn(labelled) == before


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_q_left_is_no_leak(strategy: str) -> None:
    for key in (b"1", b"2", b"3", b"4", b"5", b"6"):
        _mine, result = left(strategy, 0.5, key)
        assert result.leaks == (), key
    mine, result = left(strategy, 1e-9)
    assert result.dialogue.turns == MADE.turns
    assert leaving.count_kept(result, mine.without_kept(MADE, result)) == 6


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_anywhere_else_is_a_leak(strategy: str) -> None:
    made = dialogue(
        "A: soy [Francisco:PER] [Olabarri:FAM]", "B: ¿Olabarri? ¿El señor [Urrutia:FAM]?"
    )
    mine = made_rules(strategy, {}, 1e-9)
    result = pseudonymise(made, strategy=mine.for_engine(made), key=b"k", q=mine.q)
    (leak,) = result.leaks
    assert (leak.turn, leak.start) == (1, 1)
    # Beside the turns too: there the text that stays on purpose must not excuse it.
    beside = [("", b'{"speaker": "Urrutia"}')]
    assert leaving.leaks_in(beside, mine.without_kept(made, result))


def test_with_q_1_what_stays_is_a_leak() -> None:
    _mine, result = left("typed", 1e-9)
    whole = made_rules("typed", {})
    assert whole.without_kept(MADE, result) is result
    judged = judge(MADE, result, scan(MADE, result.draft), strategies=whole.for_engine(MADE))
    assert {leak.kind for leak in judged.leaks} >= {"word", "digits"}


@pytest.mark.parametrize(
    ("q", "confirmed", "code"),
    [(0.9, False, "originals_stay"), (0.0, True, "q_range"), (1.1, True, "q_range"),
     (float("nan"), True, "q_range")],
)  # fmt: skip
def test_no_q_below_1_without_a_word(q: float, confirmed: bool, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        rules.refuse_originals(q, confirmed=confirmed)
    assert refusal.value.code == code
    rules.refuse_originals(1, confirmed=False)
    rules.refuse_originals(0.9, confirmed=True)


# --- own values ----------------------------------------------------------------------------------


def test_a_label_without_a_kind_draws_its_own_values(labelled: Project, annotator: Any) -> None:
    labelled.labels.create(name="dish", key="#")
    for number in range(SAID_IN):
        say(labelled, annotator, f"one-{number}", "Paella", [("Paella", "dish")])
        say(labelled, annotator, f"two-{number}", "Cocido", [("Cocido", "dish")])
        if number:
            say(labelled, annotator, f"few-{number}", "Gazpacho", [("Gazpacho", "dish")])
    assert drawn(labelled, "one-1") == {"Paella": "Cocido"}
    assert drawn(labelled, "few-1")["Gazpacho"] in ("Paella", "Cocido")
    own = rules_of(labelled).values
    assert own is not None and own.counts == {"dish": {"Cocido": SAID_IN, "Paella": SAID_IN}}
    choose(labelled, dish="typed", other="redact")
    assert drawn(labelled, "one-1") == {"Paella": "[DISH]"}
    assert rules_of(labelled).words is None
