"""Notes of readers on the revision page."""

import uuid
from typing import Any

from django.urls import reverse

from annotation.services.labelling import notes
from tests.labelled import call
from tests.webapp.views.revision.steps import url


def test_notes_of_readers_stand_where_the_curator_decides_on_surrogates(
    labelled: Any, curator: Any, annotator: Any, client_of: Any
) -> None:
    dialogue = call(labelled)
    turn = dialogue.turns.order_by("position")[1]
    place = notes.Place(dialogue, turn, 0, 4)
    notes.leave_note(place, annotator, op_id=uuid.uuid4(), text="a place or a name?")
    html = client_of(curator).get(url("revise-dialogue", dialogue)).content.decode()
    assert "a place or a name?" in html
    assert html.index("a place or a name?") < html.index('id="issues-')
    assert annotator.username not in html
    hidden = client_of(curator).get(url("revise-dialogue", dialogue) + "?hide=1").content.decode()
    assert "a place or a name?" not in hidden  # a note may say what it likes
    corpus = reverse("show-corpus", args=[labelled.slug]) + "?issues=noted"
    listed = client_of(curator).get(corpus)
    html = listed.content.decode()
    assert html.count("data-row=") == 1 and ">reader's note<" in html
