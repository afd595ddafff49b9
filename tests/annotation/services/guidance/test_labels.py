"""A project's labels: added, changed, moved, removed, and taken from a file, never under spans."""

from typing import Any

import pytest

from annotation.formats.schemes.files import SchemeFile, read_scheme
from annotation.models import Label, Project, Span
from annotation.refusals import NothingToDo, Refused
from annotation.schemes import CODE_ALLTAG, ES_PORT, LabelValue, Scheme, at_level
from annotation.services.guidance import guidelines, labels
from annotation.services.projects.creation import create_project
from tests.labelled import call, label


def names(project: Project) -> list[str]:
    return list(project.labels.values_list("name", flat=True))


def refused(code: str, do: Any, *args: Any, **values: Any) -> str:
    with pytest.raises(Refused) as caught:
        do(*args, **values)
    assert caught.value.code == code
    return str(caught.value)


@pytest.fixture
def tree(db: None) -> Project:
    return create_project(None, name="Mails", lang="de", scheme="code-alltag")


def get(project: Project, name: str) -> Label:
    return project.labels.get(name=name)


def test_a_scheme_keeps_its_groups(tree: Project) -> None:
    assert labels.values_of(tree) == CODE_ALLTAG.labels
    assert at_level(labels.values_of(tree), 1)["FEMALE"] == "PERSON"
    depths = {row.label.name: row.depth for row in labels.list_labels(tree)}
    assert (depths["ACTOR"], depths["FEMALE"]) == (0, 3)


def test_the_list_costs_two_queries(tree: Project, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        labels.list_labels(tree)


def test_a_key_of_two_strokes_begins_with_no_other_label_s(tree: Project) -> None:
    fields: Any = {"family": "person", "parent": get(tree, "GIVEN"), "description": "x"}
    labels.add_label(tree, name="NICK", key="-N", **fields)
    with pytest.raises(Refused) as refused:
        labels.add_label(tree, name="SIGN", key="-", **fields)
    assert refused.value.code == "key_taken"
    labels.add_label(tree, name="SIGN", key="+", **fields)
    with pytest.raises(Refused):
        labels.add_label(tree, name="PET", key="+P", **fields)


def test_a_label_goes_to_the_end_of_its_group(tree: Project) -> None:
    labels.add_label(
        tree, name="NICK", key="4", family="person", parent=get(tree, "GIVEN"), description="x"
    )
    assert names(tree)[5:8] == ["FEMALE", "MALE", "NICK"]
    tree.refresh_from_db()
    assert tree.scheme == "custom"


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"name": "place"}, "name_taken"),
        ({"name": " "}, "bad_name"),
        ({"name": "a\nb"}, "bad_name"),
        ({"name": "a\u202eb"}, "bad_name"),
        ({"name": "x" * 81}, "bad_name"),
        ({"key": "R"}, "bad_key"),
        ({"key": "?"}, "bad_key"),
        ({"key": "FF"}, "bad_key"),
        ({"key": "\u0301"}, "bad_key"),
        ({"key": "P"}, "key_taken"),
    ],
)
def test_what_is_refused(values: dict[str, str], code: str, project: Project) -> None:
    before = labels.values_of(project)
    text = refused(
        code, labels.add_label, project, **{"name": "new", "key": "1", "family": "id"} | values
    )
    assert code != "key_taken" or text == "The key P belongs to “place”."
    assert code != "bad_key" or "Free: Y 1 2" in text
    assert labels.values_of(project) == before


def test_a_label_is_changed_under_its_spans(project: Project, annotator: Any) -> None:
    turn = call(project).turns.get(position=0)
    span = label(turn, annotator, [("Marta", "female name")])[0]
    labels.change_label(
        get(project, "female name"), name="woman", key="1", family="other", description="A name"
    )
    span.refresh_from_db()
    assert (span.label.name, span.label.key, span.label.family) == ("woman", "1", "other")


def test_a_label_cannot_stand_below_itself(tree: Project) -> None:
    for below in ("ACTOR", "FEMALE"):
        refused(
            "bad_parent",
            labels.change_label,
            get(tree, "ACTOR"),
            name="ACTOR",
            key="",
            family="person",
            parent=get(tree, below),
        )


def test_a_group_of_another_project_is_refused(tree: Project, project: Project) -> None:
    other = get(project, "place")
    refused("bad_parent", labels.add_label, tree, name="x", key="", family="id", parent=other)


def test_moving_takes_along_what_a_group_holds(tree: Project) -> None:
    labels.move_label(get(tree, "ACTOR"), up=False)
    assert names(tree)[:4] == ["DATE", "ACTOR", "ORG", "PERSON"]
    labels.move_label(get(tree, "MALE"), up=True)
    assert names(tree).index("MALE") < names(tree).index("FEMALE")
    with pytest.raises(NothingToDo):
        labels.move_label(get(tree, "MALE"), up=True)


def test_removing_hands_over_to_the_group_above(tree: Project) -> None:
    labels.remove_label(get(tree, "GIVEN"))
    assert get(tree, "FEMALE").parent == get(tree, "PERSON")
    assert list(tree.labels.values_list("position", flat=True)) == list(range(20))


def test_a_label_with_spans_stays(project: Project) -> None:
    turn = call(project).turns.get(position=0)
    label(turn, None, [("Marta", "female name")])
    text = refused("in_use", labels.remove_label, get(project, "female name"))
    assert text.startswith("One span uses this label.")
    assert Span.objects.count() == 1


def test_something_to_label_with_stays(db: None) -> None:
    alone = Project.objects.create(slug="one", name="One")
    only = labels.add_label(alone, name="x", key="F", family="id")
    refused("last_label", labels.remove_label, only)
    refused("last_label", labels.change_label, only, name="x", key="", family="id")


# --- files -----------------------------------------------------------------------------------


def test_a_project_comes_back_from_its_file(tree: Project, manager: Any) -> None:
    guidelines.save_version(tree, manager, text="# Regeln\n", seen=0)
    data = labels.export_scheme(tree)
    assert read_scheme(data, filename="f").scheme == Scheme(
        "code-alltag", CODE_ALLTAG.title, CODE_ALLTAG.labels
    )
    other = create_project(manager, name="Other", lang="de", scheme="")
    labels.import_scheme(other, "f", data, manager)
    assert labels.values_of(other) == CODE_ALLTAG.labels
    assert guidelines.newest(other).text == "# Regeln\n"  # type: ignore[union-attr]
    assert labels.export_scheme(other) == data
    labels.import_scheme(other, "f", data, manager)
    assert other.guidelines.count() == 1


def test_keys_change_places_and_spans_stay(project: Project, annotator: Any) -> None:
    turn = call(project).turns.get(position=0)
    span = label(turn, annotator, [("Marta", "female name")])[0]
    values = [
        LabelValue("male name", "F", "person", "", "female name"),
        LabelValue("female name", "M", "person"),
        LabelValue("new", "1", "id"),
    ]
    labels.replace_labels(project, SchemeFile(Scheme("mine", "Mine", tuple(values))), annotator)
    assert [(each.name, each.key) for each in project.labels.all()] == [
        ("female name", "M"),
        ("male name", "F"),
        ("new", "1"),
    ]
    assert get(project, "male name").parent == get(project, "female name")
    assert get(project, "female name").pk == span.label_id
    project.refresh_from_db()
    assert project.scheme == "mine"


def test_a_file_that_lacks_a_used_label_changes_nothing(project: Project, annotator: Any) -> None:
    turn = call(project).turns.get(position=0)
    label(turn, annotator, [("Marta", "female name")])
    scheme = Scheme("mine", "Mine", (LabelValue("new", "1", "id"),))
    text = refused("in_use", labels.replace_labels, project, SchemeFile(scheme, "Rules"), annotator)
    assert text.endswith("not in the file: female name (1).")
    assert names(project) == list(ES_PORT.names())
    assert not project.guidelines.exists()


def test_what_a_label_does_to_a_person_is_chosen_and_travels(tree: Project, manager: Any) -> None:
    """[Pilan22] A file that does not say it changes no choice."""
    before = labels.export_scheme(tree)
    label = tree.labels.exclude(key="").earliest("pk")
    fields = {"name": label.name, "key": label.key, "family": label.family}
    labels.change_label(label, parent=label.parent, identifier="quasi", **fields)
    data = labels.export_scheme(tree)
    assert data.count(b'"identifier": "quasi"') == 1
    labels.import_scheme(tree, "tree.json", before, manager)
    assert tree.labels.get(pk=label.pk).identifier == "quasi"
    tree.labels.update(identifier="")
    labels.import_scheme(tree, "tree.json", data, manager)
    assert tree.labels.get(pk=label.pk).identifier == "quasi"
    assert labels.export_scheme(tree) == data
