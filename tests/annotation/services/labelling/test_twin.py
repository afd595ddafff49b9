"""The twin: what it replaces, whom it shows nothing of, and that nothing of it stays."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Batch, Decision, QueryItem, Reading, Span, Turn
from annotation.refusals import Refused
from annotation.services.candidates.likely import Likely, weigh
from annotation.services.candidates.said import Habits
from annotation.services.labelling import twin
from annotation.services.revision import plans
from learning.types import Bounds
from tests.labelled import label, read
from webapp.templatetags.twin import draw_twin

SESSION = "a-session"


def item_of(batch: Batch, rank: int = 1) -> QueryItem:
    item = batch.items.select_related("turn__dialogue", "batch__project").get(rank=rank)
    item.turn.dialogue.project = item.batch.project
    return item


def drawn(batch: Batch, user: Any, session: str = SESSION) -> dict[str, list[str]]:
    """Each turn's marks by its first word: what stands there, "!" before what stays readable."""
    opened = twin.open_twin(item_of(batch), user, session=session)
    return {
        each.turn.text.split()[0]: [
            mark.surrogate or f"!{each.turn.text[mark.start : mark.end]}"
            for _pieces, mark in each.parts
            if mark
        ]
        for each in opened.turns
    }


def second(batch: Batch) -> Turn:
    return item_of(batch).turn


def test_labels_are_replaced_and_what_looks_personal_stays(batch: Batch, annotator: Any) -> None:
    assert drawn(batch, annotator)["Soy"] == ["!Francisco Olabarri", "!Bilbao"]
    label(second(batch), annotator, [("Francisco", "male name")])
    name, surname, place = drawn(batch, annotator)["Soy"]
    assert not name.startswith("!") and name != "Francisco"
    assert (surname, place) == ("!Olabarri", "!Bilbao")


def test_marks_of_the_transcript_are_drawn_in_what_is_replaced_too(
    batch: Batch, annotator: Any
) -> None:
    turn = second(batch)
    turn.text = "Soy <Fran-> Francisco"
    turn.save()
    label(turn, annotator, [("<Fran->", "male name"), ("Francisco", "male name")])
    opened = twin.open_twin(item_of(batch), annotator, session=SESSION)
    html = next(draw_twin(each) for each in opened.turns if each.turn == turn)
    assert re.search(r'class="w-unfinished">\w+-<', html)


def test_what_is_drawn_stays_while_one_works_and_is_another_elsewhere(
    batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    for user in (annotator, second_annotator):
        label(second(batch), user, [("Francisco", "male name"), ("Bilbao", "place")])
    now = drawn(batch, annotator)["Soy"]
    label(item_of(batch, 0).turn, annotator, [("Marta", "female name")])
    assert drawn(batch, annotator)["Soy"] == now
    item = item_of(batch)
    keys = {
        twin._key(item, annotator, SESSION),
        twin._key(item, annotator, "another session"),
        twin._key(item, second_annotator, SESSION),
        bytes(batch.project.surrogate_key),  # what a release draws with
    }
    assert len(keys) == 4


def test_nobody_else_shows_through(
    batch: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    blind = drawn(batch, annotator)
    label(second(batch), second_annotator, [("Francisco", "male name"), ("Bilbao", "place")])
    dialogue = second(batch).dialogue
    label(
        Turn.objects.get(dialogue=dialogue, position=3),
        second_annotator,
        [("router", "product/service")],
    )
    item = {"kind": "item", "mentions": [], "value": f"{second(batch).pk}:4-13:male name"}
    Decision.objects.create(dialogue=dialogue, user=curator, action="edit", constraints=[item])
    assert drawn(batch, annotator) == blind


def test_what_is_settled_is_replaced_as_the_page_shows_it(
    batch: Batch, annotator: Any, curator: Any
) -> None:
    read(item_of(batch, 0).turn, curator, [("Marta", "female name")])
    assert not drawn(batch, annotator)["Buenos"][0].startswith("!")
    Reading.objects.update(is_gold=False)
    assert drawn(batch, annotator)["Buenos"] == ["!Marta"]


def test_a_proposal_that_nobody_accepted_stays(batch: Batch, annotator: Any) -> None:
    turn = Turn.objects.get(text__startswith="<%eh>")
    assert drawn(batch, annotator)["<%eh>"] == ["!mayo"]
    label(turn, None, [("router", "product/service")])
    assert drawn(batch, annotator)["<%eh>"] == ["!router", "!mayo"]
    label(second(batch), None, [("Francisco", "male name")])  # and the word beside it
    assert drawn(batch, annotator)["Soy"][:2] == ["!Francisco", "!Olabarri"]


def test_what_can_still_be_read_of_a_label_elsewhere_stays(batch: Batch, annotator: Any) -> None:
    spelled = "efe, erre, a, ene, ce, i, ese, ce, o"
    turn = Turn.objects.get(text__startswith="<%eh>")
    Turn.objects.filter(pk=turn.pk).update(text=f"pues {spelled}")
    assert f"!{spelled}" not in drawn(batch, annotator)["pues"]
    label(second(batch), annotator, [("Francisco", "male name")])
    assert drawn(batch, annotator)["pues"] == [f"!{spelled}"]


def test_nothing_is_kept(batch: Batch, annotator: Any) -> None:
    label(second(batch), annotator, [("Francisco", "male name")])
    before = len(plans.LATELY)
    with CaptureQueriesContext(connection) as queries:
        drawn(batch, annotator)
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert len(queries) <= 11
    assert len(plans.LATELY) == before


def test_of_a_long_dialogue_the_turns_around_are_drawn(
    batch: Batch, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin, "LONG", 3)
    monkeypatch.setattr(twin, "AROUND", 1)
    opened = twin.open_twin(item_of(batch, 0), annotator, session=SESSION, whole=True)
    assert [each.turn.position for each in opened.turns] == [0, 1]
    monkeypatch.setattr(twin, "LONG", 4)
    opened = twin.open_twin(item_of(batch, 0), annotator, session=SESSION)
    assert [each.turn.position for each in opened.turns] == [0, 1]
    assert opened.staying == 5  # of all turns: Marta, Francisco Olabarri, Bilbao, Fran, mayo
    opened = twin.open_twin(item_of(batch, 0), annotator, session=SESSION, whole=True)
    assert len(opened.turns) == 4


def test_labels_that_cannot_be_replaced_are_refused(batch: Batch, annotator: Any) -> None:
    reading = Reading.objects.create(turn=second(batch), reader=annotator)
    place = batch.project.labels.get(name="place")
    for start, end in ((4, 13), (8, 20)):
        Span.objects.create(
            turn=reading.turn, reading=reading, start=start, end=end, label=place, status="accepted"
        )
    with pytest.raises(Refused, match="cannot be replaced"):
        twin.open_twin(item_of(batch), annotator, session=SESSION)


def test_who_hides_it_finds_it_hidden(annotator: Any) -> None:
    twin.show_twin(annotator, shown=False)
    annotator.refresh_from_db()
    assert annotator.hides_twin
    twin.show_twin(annotator, shown=True)
    annotator.refresh_from_db()
    assert not annotator.hides_twin


def test_what_is_only_rare_has_dots_and_is_not_counted(batch: Batch, annotator: Any) -> None:
    turn = second(batch)
    turn.text = "Normalmente es Olabarri, cuatro ocho. Zumbando dijo Zubiri"
    turn.save()

    def look(_left: str, text: str, _cased: bool) -> list[Likely]:
        words = [Bounds(m.start(), m.end()) for m in re.finditer(r"\w{5,}", text)]
        return weigh(text, words, "es", Habits())

    marks = list(twin._staying(turn.text, [], [], look))
    firm = {turn.text[mark.start : mark.end]: not mark.is_weak for mark in marks}
    assert firm == {"Normalmente": False, "Olabarri": True, "cuatro": True,
                    "Zumbando": False, "Zubiri": True}  # fmt: skip
    parts = list(twin.cut_pieces(turn.text, marks, extra={}, tokens=False))
    html = draw_twin(twin.TwinTurn(turn, parts))
    assert html.count('class="stays weak"') == 2 and html.count('data-stays="stays"') == 3


@pytest.mark.parametrize(
    ("text", "told"), [("Soy Ana Vela", ["stays", ""]), ("Soy Ana,Vela", ["stays", "stays"])]
)
def test_neighbours_that_stay_are_told_so_once(text: str, told: list[str]) -> None:
    marks = [twin.Mark(4, 7), twin.Mark(8, 12)]
    parts = list(twin.cut_pieces(text, marks, extra={}, tokens=False))
    html = draw_twin(twin.TwinTurn(Turn(text=text), parts))
    assert re.findall(r'data-stays="(\w*)"', html) == told
    assert ('<span class="between">' in html) == ("" in told)
