"""The corpus page: its map, its list by address, and the search whose words stand in no address."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Dialogue,
    DialogueFigures,
    Export,
    Project,
    Reading,
    Signature,
    Turn,
)
from annotation.services.glance import page
from annotation.services.glance.following import follow_project
from annotation.services.glance.listing import Asked
from annotation.services.release.signatures import unsigned_dialogues
from tests.webapp.html import roots, squeezed
from webapp.views.revision import page as revision

PAGE, SEARCH = "/p/support/corpus", "/p/support/corpus/search"
NAMES = ["call-1", "call-2", "call-3", "call-4"]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def corpus(labelled: Project, annotator: Any) -> Project:
    """Four dialogues: readers differ on one, one is read, one nobody read, one blocks."""
    for place in (2, 3):
        dialogue = Dialogue.objects.create(
            project=labelled, external_id=NAMES[place], position=place
        )
        Turn.objects.create(dialogue=dialogue, position=0, text="Ñoño de Muskiz")
    follow_project(labelled)
    figures = DialogueFigures.objects.filter(dialogue__project=labelled)
    figures.filter(dialogue__external_id="call-1").update(state="differ", agreement=0.5, warns=1)
    figures.filter(dialogue__external_id="call-4").update(state="held", blocks=2, warns=0, notes=0)
    return labelled


@pytest.fixture
def client(corpus: Project, curator: Any, client_of: Callable[[Any], Client]) -> Client:
    return client_of(curator)


def body(client: Client, query: str = "", **headers: str) -> str:
    response = client.get(PAGE + query, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def listed(html: str) -> list[str]:
    """The names in the list, in its order."""
    return re.findall(r">(call-\d)</a>", html)


def squares(html: str) -> list[tuple[str, str]]:
    return re.findall(
        r'<i class="sq ([\w ]+)" role="gridcell" id="d\d+" aria-label="([^"]+)"', html
    )


def test_a_map_names_each_dialogue_and_its_state(client: Client) -> None:
    html = body(client)
    assert squares(html) == [
        ("differ", "call-1 readers differ"),
        ("read", "call-2 read"),
        ("unread", "call-3 unread"),
        ("held", "call-4 to approve again"),
    ]
    assert html.count('role="row"') == 1 and html.count('tabindex="0"') == 1
    told = "Of 4 dialogues: 1 readers differ, 1 to approve again, 1 read, 1 unread."
    assert told in squeezed(html)
    assert "0 of 4 dialogues are approved · 2 wait for you" in re.sub(r"\s+", " ", html)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", [0, 3, 1, 2]),  # what waits first
        ("?state=held", [3]),
        ("?state=burnt&sort=&reader=x&block=9", [0, 3, 1, 2]),
        ("?issues=block", [3]),
        ("?issues=unknown", [0, 1, 2]),
        ("?sort=name&turned=1", [3, 2, 1, 0]),
        ("?sort=agreement", [0, 1, 2, 3]),
        ("?sort=turns&issues=unknown&state=read", [1]),
        ("?page=99", [0, 3, 1, 2]),
    ],
)
def test_the_address_carries_what_is_asked(client: Client, query: str, names: list[int]) -> None:
    assert listed(body(client, query)) == [NAMES[place] for place in names]


def test_a_filter_fades_the_map_and_is_kept_by_links(client: Client, annotator: Any) -> None:
    html = body(client, f"?state=read&reader={annotator.pk}&sort=turns")
    faded = [kinds.endswith(" off") for kinds, _name in squares(html)]
    assert faded == [True, False, True, True]
    assert f"{PAGE}?state=read&amp;reader={annotator.pk}&amp;sort=turns&amp;turned=1" in html
    assert f'aria-current="true" href="{PAGE}?reader={annotator.pk}&amp;sort=turns"' in squeezed(
        html
    )
    assert "1 of 4 dialogues" in html
    unsaid = client.post(SEARCH, {"words": "nowhere"}, headers=HTMX).content.decode()
    assert "These words are said in no dialogue" in unsaid
    assert "show:#list:top" in unsaid  # what is found stands under the map
    assert 'aria-sort="descending"' in html
    assert "No dialogue fits what is chosen." in body(client, "?state=model")


def test_filters_fold_with_the_number_of_those_in_use(client: Client) -> None:
    def folded(query: str) -> str:
        html = body(client, query)
        return re.findall(r"<details class=\"filter\".*?</summary>", html, re.DOTALL)[-1]

    assert " open" not in folded("") and "pill" not in folded("?state=read")  # beside the map
    one = folded("?issues=any")
    assert " open" in one and '<span class="pill">1</span>' in one
    assert '<span class="pill">2</span>' in folded("?issues=any&length=short")


def test_a_column_that_says_the_same_in_every_row_is_left_out(
    client: Client, corpus: Project
) -> None:
    figures = DialogueFigures.objects.filter(dialogue__project=corpus)
    assert 'id="sort-readers"' in body(client)
    figures.update(readers="1", agreement=1.0)
    assert not {"sort-readers", "sort-agreement"} & set(re.findall(r'id="([^"]+)"', body(client)))
    assert 'id="sort-agreement"' in body(client, "?sort=agreement")  # so that it can be turned
    figures.filter(dialogue__external_id="call-1").update(readers="2", agreement=0.5)
    assert {"sort-readers", "sort-agreement"} <= set(re.findall(r'id="([^"]+)"', body(client)))


def test_chips_say_how_many_they_leave_and_which_is_asked_for(client: Client) -> None:
    def chips(html: str) -> list[tuple[str, str]]:
        found = re.findall(r'<a id="chip-(\w+)"(.*?)</a>', squeezed(html))
        return [(name, rest.rpartition(">")[2].strip()) for name, rest in found]

    def current(html: str) -> list[str]:
        return re.findall(r'<a id="chip-(\w+)" aria-current', squeezed(html))

    html = body(client)
    assert chips(html) == [
        ("block", "1 with a block"),
        ("held", "1 to approve again"),
        ("read", "1 to approve"),
        ("all", "all 4"),
    ]
    assert current(html) == ["all"] and current(body(client, "?issues=block")) == ["block"]
    assert listed(body(client, "?issues=block")) == ["call-4"]
    assert current(body(client, "?state=read")) == ["read"]
    narrow = body(client, "?state=read&length=short")
    assert current(narrow) == [] and "show-all" in narrow
    revise = client.get("/p/support/revise", {"all": ""}).content.decode()
    assert current(revise) == ["ready"] and ("ready", "1 to revise") in chips(revise)


def test_scripts_get_the_middle_or_one_dialogue(client: Client, corpus: Project) -> None:
    middle = body(client, "?state=held", **HTMX, **{"HX-Target": f"glance-{corpus.pk}"})
    assert roots(middle) == 1 and "<body" not in middle and listed(middle) == ["call-4"]
    pk = corpus.dialogues.get(external_id="call-1").pk
    target = {"HX-Target": f"chosen-{corpus.pk}"}
    line = body(client, f"?dialogue={pk}", **HTMX, **target)
    assert roots(line) == 1 and "call-1" in line and f"/adjudicate/{pk}" in line
    for unknown in ("?dialogue=999999", "?dialogue=x", ""):
        assert "No dialogue is chosen." in body(client, unknown, **HTMX, **target)


def test_a_large_corpus_is_drawn_in_parts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DRAWN", 3)
    monkeypatch.setattr(page, "BLOCK", 2)
    assert len(squares(body(client))) == 2
    html = body(client, "?block=2&state=held")
    assert [name.split()[0] for _kinds, name in squares(html)] == ["call-3", "call-4"]
    assert squeezed(html).count('<ol class="thousands">') == 1
    assert "state=read&amp;block=2" in html  # who filters stays in her part
    assert len(squares(body(client, "?block=77"))) == 2


def test_a_hit_is_drawn_as_the_turn_is(client: Client, corpus: Project) -> None:
    turns = Turn.objects.filter(dialogue__external_id="call-3", text__contains="Ñoño")
    turns.update(text="<%eh> Ñoño")
    follow_project(corpus)
    html = client.post(SEARCH, {"words": "nono"}, headers=HTMX).content.decode()
    hits = html.split('<tr class="hit">')[1:]
    drawn = [hit for hit in hits if "%eh" not in hit and "eh</" in hit]
    assert len(hits) == 2 and len(drawn) == 1


def test_a_search_shows_the_first_hit_and_is_written_down(
    client: Client, corpus: Project, curator: Any
) -> None:
    answer = client.post(f"{SEARCH}?sort=name", {"words": "nono"}, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert listed(html) == ["call-3", "call-4"]
    assert "<mark>Ñoño</mark> de Muskiz" in html
    assert [kinds for kinds, _name in squares(html)] == [
        "differ off", "read off", "unread", "held",
    ]  # fmt: skip
    addresses = re.findall(r'(?:href|action|hx-get|hx-post|hx-push-url)="([^"]*)"', html)
    assert not any("nono" in address.lower() for address in addresses)
    assert f'hx-post="{SEARCH}?sort=turns"' in html  # sorted by a link, the words are looked for
    assert "hx-push-url" not in html
    seen = AccessEvent.objects.order_by("dialogue_id")
    assert list(seen.values_list("user__username", "purpose", "dialogue__external_id")) == [
        ("curator", "search", "call-3"),
        ("curator", "search", "call-4"),
    ]


@pytest.mark.parametrize("words", ["x" * 1_000_000, "***", "a b c d e f g h i j k"])
def test_a_search_that_cannot_be_done_is_refused_in_a_sentence(client: Client, words: str) -> None:
    answer = client.post(SEARCH, {"words": words}, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'role="alert">(Search for|Type a word)', squeezed(html))
    assert len(html) < 50_000 and len(listed(html)) == 4
    assert not AccessEvent.objects.exists()


def test_a_search_finds_nothing_of_other_projects_and_out_of_reach(
    client: Client, corpus: Project, manager: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    dialogue = Dialogue.objects.create(project=other, external_id="call-9")
    Turn.objects.create(dialogue=dialogue, position=0, text="Muskiz")
    follow_project(other)
    html = client.post(SEARCH, {"words": "muskiz"}).content.decode()
    assert listed(html) == ["call-4", "call-3"] and "call-9" not in html
    near = corpus.dialogues.get(external_id="call-3")
    seen = page.see_corpus(corpus, Asked(), text="muskiz", reach={near.pk})
    assert [row.name for row in seen.page] == ["call-3"] == [near.external_id]
    assert set(seen.search.hits) == {near.pk}


def test_who_may_not_see_originals_searches_nothing(
    corpus: Project, annotator: Any, reader: Any, client_of: Any
) -> None:
    for person in (annotator, reader):
        assert client_of(person).post(SEARCH, {"words": "muskiz"}).status_code == 403
        assert client_of(person).get(PAGE).status_code == 403
    assert not AccessEvent.objects.exists()


def test_no_words_lead_back_to_the_page(client: Client) -> None:
    assert client.post(SEARCH, {"words": " "}).headers["Location"] == PAGE


def test_an_empty_project_says_so(corpus: Project, client: Client, manager: Any) -> None:
    corpus.dialogues.all().delete()
    assert "No dialogues yet" in body(client)


def test_the_list_of_revision_is_the_same(client: Client, corpus: Project) -> None:
    where = "/p/support/revise"
    html = client.get(where, {"all": ""}).content.decode()
    assert listed(html) == ["call-2"] and squares(html) == []  # what is ready for approval
    assert "1 dialogue to revise" in squeezed(html) and "3 not ready" in squeezed(html)
    ready = corpus.dialogues.get(external_id="call-2")
    link = f'href="{where}/{ready.pk}?list=state%3Dready"'
    assert squeezed(html).count(link) == 2  # the button, the row
    unready = client.get(where, {"all": "", "state": "unready"}).content.decode()
    assert listed(unready) == ["call-1", "call-4", "call-3"]
    assert "3 dialogues are not ready" in squeezed(unready)
    assert "1 to revise" in squeezed(unready)
    every = client.get(where, {"all": "", "state": "any"}).content.decode()
    assert listed(every) == ["call-1", "call-4", "call-2", "call-3"]
    assert f'href="{where}?all=1&amp;state=any&amp;sort=turns"' in every
    assert f'href="{where}?all=1&amp;sort=turns"' in html
    assert f'action="{SEARCH}?all=1"' in html
    target = {**HTMX, "HX-Target": f"glance-{corpus.pk}"}
    part = client.get(f"{where}?all=1&state=held", headers=target).content.decode()
    assert roots(part) == 1 and listed(part) == ["call-4"]
    found = client.post(f"{SEARCH}?all=1", {"words": "muskiz"}, headers=target).content.decode()
    assert roots(found) == 1 and listed(found) == ["call-4", "call-3"] and squares(found) == []
    assert f'href="{where}?all=1&amp;sort=turns"' in found


def test_the_button_opens_the_dialogue_with_which_the_list_begins(
    client: Client, corpus: Project
) -> None:
    html = body(client)
    assert listed(html)[0] == "call-1"
    assert 'href="/p/support/adjudicate?list=state%3Ddiffer"' in html
    figures = DialogueFigures.objects.filter(dialogue__project=corpus)
    for over, name, asked in (
        ("differ", "call-4", "issues%3Dblock"),
        ("held", "call-2", "state%3Dread"),
    ):
        figures.filter(state=over).update(state="approved")
        figures.filter(state="approved").update(blocks=0)
        html = body(client)
        first = corpus.dialogues.get(external_id=name)
        assert listed(html)[0] == name
        assert f'href="/p/support/revise/{first.pk}?list={asked}"' in html


def test_where_nothing_is_ready_the_list_of_revision_shows_what_is_not(
    client: Client, corpus: Project
) -> None:
    corpus.dialogues.get(external_id="call-2").delete()
    html = client.get("/p/support/revise", {"all": ""}).content.decode()
    assert listed(html) == ["call-1", "call-4", "call-3"]
    assert "None can be approved yet" in html


def test_opening_words_are_shown_to_who_asks_and_written_down(
    client: Client, corpus: Project
) -> None:
    assert "Opening words" not in body(client) and not AccessEvent.objects.exists()
    answer = client.post(f"{SEARCH}?state=held", {"words": "", "opening": "1"}, headers=HTMX)
    html = answer.content.decode()
    assert listed(html) == ["call-4"] and html.count('<td class="say"') == 1
    turn = Turn.objects.get(dialogue__external_id="call-4", position=0)
    assert turn.text[:20] in html
    assert f'hx-post="{SEARCH}?state=held&amp;sort=turns"' in html  # sorted, they are still shown
    seen = AccessEvent.objects.values_list("purpose", "dialogue__external_id")
    assert list(seen) == [("search", "call-4")]


def test_a_column_in_which_nothing_stands_is_left_out(client: Client, corpus: Project) -> None:
    assert 'id="sort-readers"' in body(client) and 'id="sort-issues"' in body(client)
    Reading.objects.filter(turn__dialogue__project=corpus).delete()
    DialogueFigures.objects.update(blocks=None, warns=None, notes=None, agreement=None, readers="")
    html = body(client)
    for name in ("issues", "readers", "agreement"):
        assert f'id="sort-{name}"' not in html
    assert 'id="sort-state"' in html and 'id="sort-turns"' in html


def test_curators_and_stewards_begin_at_the_corpus(
    corpus: Project, curator: Any, manager: Any, outsider: Any, client_of: Any
) -> None:
    corpus.memberships.create(user=outsider, role="steward")
    for person, start in ((curator, PAGE), (outsider, PAGE), (manager, "/p/support/")):
        assert f'<a href="{start}">Support calls</a>' in client_of(person).get("/").content.decode()
    html = re.sub(r"\s+", " ", body(client_of(outsider)))
    assert "wait for you" not in html and "/revise/" not in html and 'role="search"' not in html
    Export.objects.create(
        project=corpus, format="jsonl", strategy="typed", status="done", summary={"dialogues": 3}
    )
    Export.objects.create(
        project=corpus, format="jsonl", status="done", summary={"withdrawn": True}
    )
    html = re.sub(r"\s+", " ", body(client_of(outsider)))
    assert "1 file waits for your signature" in html and "Look at the evidence" in html
    assert html.index("Files that wait for your signature") < html.index('id="list"')
    assert 'href="/p/support/release#export-' in html and "3 dialogues ·" in html
    assert "Sign 1 file" in client_of(outsider).get("/").content.decode()
    assert "Files that wait" not in body(client_of(curator))
    assert client_of(outsider).post(SEARCH, {"words": "muskiz"}).status_code == 403


def test_a_steward_sees_first_what_is_approved_and_not_signed(
    corpus: Project, curator: Any, outsider: Any, client_of: Any
) -> None:
    corpus.memberships.create(user=outsider, role="steward")
    dialogues = corpus.dialogues.filter(external_id__in=["call-2", "call-3"])
    dialogues.update(approved_at=timezone.now())
    follow_project(corpus)
    DialogueFigures.objects.filter(dialogue__in=dialogues).update(state="approved")

    def seen() -> str:
        """The rows of her list."""
        return squeezed(body(client_of(outsider))).partition("data-rows")[2]

    assert re.findall(r"<b>(call-\d)</b>", seen())[:2] == ["call-2", "call-3"]
    assert seen().count("not signed yet</span>") == 2
    held = {str(corpus.dialogues.get(external_id="call-3").pk): ["block"]}
    export = Export.objects.create(
        project=corpus,
        format="jsonl",
        strategy="typed",
        status="done",
        started_at=timezone.now(),
        summary={"dialogues": 1, "held_back": held},
    )
    assert unsigned_dialogues(corpus) == {each.pk for each in dialogues}
    Signature.objects.create(export=export, user=outsider, sha256="")
    assert unsigned_dialogues(corpus) == {corpus.dialogues.get(external_id="call-3").pk}
    assert re.findall(r"<b>(call-\d)</b>", seen())[:2] == ["call-3", "call-2"]
    dialogues.update(approved_at=timezone.now())  # approved anew: what was signed is another text
    assert unsigned_dialogues(corpus) == {each.pk for each in dialogues}
    assert listed(body(client_of(curator)))[0] in ("call-1", "call-4")  # hers are others


def test_the_list_is_filtered_by_agreement_and_length_and_links_carry_it(
    client: Client, corpus: Project
) -> None:
    for name, words in (("call-1", 400), ("call-2", 90), ("call-3", 10), ("call-4", 20)):
        DialogueFigures.objects.filter(dialogue__external_id=name).update(words=words)
    html = body(client)
    assert "Agreement below 80 %: 1" in squeezed(html).replace("\xa0", " ")
    assert listed(body(client, "?agreement=little")) == ["call-1"]
    assert listed(body(client, "?agreement=alone&sort=name")) == ["call-2", "call-3", "call-4"]
    assert listed(body(client, "?length=short")) == ["call-3"]
    long = body(client, "?length=long&sort=words")
    assert listed(long) == ["call-1", "call-2"]
    assert "Long, from 90 words: 2" in squeezed(long)
    carried = "?list=state%3Dany%26length%3Dlong%26sort%3Dwords"
    first, second = (corpus.dialogues.get(external_id=name).pk for name in ("call-1", "call-2"))
    assert f'href="/p/support/adjudicate/{first}{carried}"' in long
    assert f'href="/p/support/revise/{second}{carried}"' in long
    page = client.get(f"/p/support/revise/{second}{carried}").content.decode()
    assert f'href="/p/support/revise/{first}{carried}"' in squeezed(page)  # the next of the list
    assert f'<input type="hidden" name="next" value="{first}">' in page
    board = client.get(f"/p/support/adjudicate/{first}{carried}").content.decode()
    assert "list=state%3Dany%26length%3Dlong%26sort%3Dwords" in board


def test_no_list_waits_until_every_turn_is_counted(
    client: Client, corpus: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "/p/support/revise"
    assert "Nobody has read 2 turns." in client.get(where, {"all": ""}).content.decode()
    monkeypatch.setattr(revision, "COUNTED_AT_ONCE", 3)
    html = client.get(where, {"all": ""}).content.decode()
    assert "Counting who has read what." in html and "Nobody has read" not in html
    target = {**HTMX, "HX-Target": f"coverage-{corpus.pk}"}
    assert "Nobody has read 2 turns." in client.get(where, headers=target).content.decode()
