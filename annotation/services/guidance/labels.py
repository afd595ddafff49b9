"""A project's labels: what people label with, their hierarchy, and every change to them.

Called by the labels page, the label page, the figures and the commands on scheme files. A label
that spans use stays: its key can be taken away, so that nobody uses it any more.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NotRequired, TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.formats.schemes.files import MAX_LABELS, SchemeFile, read_scheme, write_scheme
from annotation.models import Label, Project, Span, User
from annotation.refusals import NothingToDo, Refused
from annotation.schemes import (
    FREE_KEYS,
    SCHEMES,
    LabelValue,
    Scheme,
    ancestors,
    in_tree_order,
    is_free,
    is_key,
    spare_keys,
)
from annotation.services.guidance import guidelines
from annotation.services.projects.creation import FROM_IMPORT


class LabelFields(TypedDict):
    """What a person says of a label; a group has no key."""

    name: str
    key: str
    family: str
    description: NotRequired[str]
    parent: NotRequired[Label | None]
    identifier: NotRequired[str]


@dataclass(frozen=True, slots=True)
class LabelRow:
    label: Label
    depth: int
    given: int  # spans that people gave
    is_first: bool
    is_last: bool


# --- reading ----------------------------------------------------------------------------------


def values_of(project: Project) -> tuple[LabelValue, ...]:
    """The labels as plain values, for the functions on hierarchies; one query."""
    return tuple(map(_value, project.labels.select_related("parent")))


def list_labels(project: Project) -> list[LabelRow]:
    labels = list(project.labels.select_related("parent"))
    given = count_spans(project, reading__is_gold=True)
    ways = ancestors(map(_value, labels))
    siblings: dict[int | None, list[Label]] = {}
    for label in labels:
        siblings.setdefault(label.parent_id, []).append(label)
    return [
        LabelRow(
            label,
            len(ways[label.name]) - 1,
            given[label.pk],
            is_first=siblings[label.parent_id][0] is label,
            is_last=siblings[label.parent_id][-1] is label,
        )
        for label in labels
    ]


def count_spans(project: Project, **only: Any) -> Counter[int]:
    """How many spans use each label, by its id; proposals and what was rejected count too, unless
    `only` says which."""
    rows = Span.objects.filter(label__project=project, **only).order_by().values_list("label")
    return Counter(dict(rows.annotate(n=Count("pk"))))


def free_keys(project: Project) -> list[str]:
    taken = set(project.labels.values_list("key", flat=True))
    return _free(taken)


def export_scheme(project: Project) -> bytes:
    return write_scheme(scheme_file_of(project))


def scheme_file_of(project: Project) -> SchemeFile:
    labels = values_of(project)
    known = SCHEMES.get(project.scheme)
    title = known.title if known and known.labels == labels else project.name
    name = project.scheme or "custom"
    newest = guidelines.newest(project)
    return SchemeFile(Scheme(name, title, labels), newest.text if newest else None)


# --- changing ---------------------------------------------------------------------------------


@transaction.atomic
def add_label(project: Project, **fields: Unpack[LabelFields]) -> Label:
    """One more label, last in its group. Raises Refused (name_taken, bad_key, key_taken)."""
    _lock(project)
    if project.labels.count() >= MAX_LABELS:
        raise Refused(_("There are too many labels already."), code="label_count")
    label = Label(project=project, position=MAX_LABELS)
    return _save(label, **fields)


@transaction.atomic
def change_label(label: Label, **fields: Unpack[LabelFields]) -> Label:
    """Another name, key, colour family, sentence or group; its spans stay. Raises Refused."""
    _lock(label.project)
    if not fields["key"] and label.key:
        _keep_one(label)
    return _save(label, **fields)


@transaction.atomic
def move_label(label: Label, *, up: bool) -> None:
    """Before or behind its neighbour in the same group; what a group holds moves along."""
    _lock(label.project)
    row = list(label.project.labels.filter(parent=label.parent_id))
    at = row.index(label)
    other = at - 1 if up else at + 1
    if not 0 <= other < len(row):
        raise NothingToDo(_("It stands at the end already."))
    neighbour = row[other]
    here, there = row[at].position, neighbour.position
    Label.objects.filter(pk=label.pk).update(position=there)
    Label.objects.filter(pk=neighbour.pk).update(position=here)
    _changed(label.project)


def remove_label(label: Label) -> None:
    """Take a label away that no span uses; what it holds goes up to its group. Raises Refused."""
    project = label.project
    try:
        with transaction.atomic():
            _lock(project)
            if used := Span.objects.filter(label=label).count():
                raise _in_use(used)
            if label.key:
                _keep_one(label)
            label.children.update(parent=label.parent_id)
            label.delete()
            _changed(project)
    except IntegrityError:  # somebody labelled with it at this moment
        raise _in_use(1) from None


def import_scheme(project: Project, name: str, data: bytes, user: User | None) -> SchemeFile:
    """Read a file of labels and make them the project's. Raises FormatError, Refused."""
    content = read_scheme(data, filename=name)
    replace_labels(project, content, user)
    return content


@transaction.atomic
def replace_labels(project: Project, content: SchemeFile, user: User | None) -> None:
    """Make the labels those of a file: by name they are changed, added, or removed if unused.

    Guidelines in the file become the newest version. Raises Refused (in_use) where the file lacks
    a label that spans use; then nothing is changed.
    """
    _lock(project)
    scheme = content.scheme
    old = {label.name: label for label in project.labels.all()}
    counts = count_spans(project)
    dropped = [label for name, label in old.items() if name not in scheme.names()]
    if held := [label for label in dropped if counts[label.pk]]:
        names = ", ".join(f"{label.name} ({counts[label.pk]})" for label in held)
        message = _("Labels of this project that spans use are not in the file: %(names)s.")
        raise Refused(message % {"names": names}, code="in_use")
    Label.objects.filter(pk__in=[label.pk for label in dropped]).delete()
    project.labels.update(key="", parent=None)  # so that keys can change places
    rows: dict[str, Label] = {}
    for place, value in enumerate(in_tree_order(scheme.labels)):
        label = old.get(value.name) or Label(project=project, name=value.name)
        label.key, label.family, label.description = value.key, value.family, value.description
        label.identifier = value.identifier or label.identifier  # older files say nothing of it
        label.parent, label.position = rows.get(value.parent), place
        label.save()
        rows[value.name] = label
    project.scheme = scheme.name
    project.save(update_fields=["scheme"])
    if content.guidelines and content.guidelines.strip():
        guidelines.take_over(project, user, content.guidelines)


def _save(label: Label, **fields: Unpack[LabelFields]) -> Label:
    others = list(label.project.labels.exclude(pk=label.pk))
    _check_name(fields["name"], others)
    _check_key(fields["key"], others)
    _check_parent(label, fields.get("parent"))
    for name, value in fields.items():
        setattr(label, name, value)
    label.save()
    _changed(label.project)
    return label


def _check_name(name: str, others: Iterable[Label]) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > 80:
        raise Refused(_("A name is one line of 1 to 80 characters that show."), code="bad_name")
    if any(other.name == name for other in others):
        raise Refused(_("There is a label of this name already."), code="name_taken")


def _check_key(key: str, others: list[Label]) -> None:
    if not key:
        return
    if not is_key(key):
        taken = {other.key for other in others}
        free = " ".join(_free(taken))
        message = _("The key %(key)s means something else, or is no single key. Free: %(free)s")
        raise Refused(message % {"key": key, "free": free or "–"}, code="bad_key")
    for other in others:
        if not is_free(key, [other.key]):
            message = _("The key %(key)s belongs to “%(name)s”.")
            raise Refused(message % {"key": key, "name": other.name}, code="key_taken")


def _free(taken: set[str]) -> list[str]:
    """Keys of one stroke that no label has; where all are gone, some of two."""
    single = [key for key in FREE_KEYS if key not in taken]
    return single or list(islice((key for key in spare_keys() if is_free(key, taken)), 12))


def _check_parent(label: Label, parent: Label | None) -> None:
    above, seen = parent, 0
    while above is not None and seen <= MAX_LABELS:
        if above.pk == label.pk or above.project_id != label.project_id:
            raise Refused(_("A label cannot stand below itself."), code="bad_parent")
        above, seen = above.parent, seen + 1


def _keep_one(label: Label) -> None:
    if not label.project.labels.exclude(key="").exclude(pk=label.pk).exists():
        raise Refused(_("The last label that people can use stays."), code="last_label")


def _in_use(count: int) -> Refused:
    message = ngettext(
        "One span uses this label. Remove its key instead: then nobody can use it any more.",
        "%(n)s spans use this label. Remove its key instead: then nobody can use it any more.",
        count,
    )
    return Refused(message % {"n": count}, code="in_use")


def _lock(project: Project) -> None:
    """One change of labels at a time."""
    Project.objects.select_for_update().get(pk=project.pk)


def _changed(project: Project) -> None:
    """Number the labels again, groups before what they hold; the scheme is the project's own."""
    labels = {label.name: label for label in project.labels.select_related("parent")}
    moved = []
    for place, value in enumerate(in_tree_order([_value(label) for label in labels.values()])):
        if labels[value.name].position != place:
            labels[value.name].position = place
            moved.append(labels[value.name])
    Label.objects.bulk_update(moved, ["position"])
    if project.scheme == FROM_IMPORT or project.scheme in SCHEMES:
        project.scheme = "custom"
        project.save(update_fields=["scheme"])


def _value(label: Label) -> LabelValue:
    above = label.parent.name if label.parent else ""
    return LabelValue(
        label.name, label.key, label.family, label.description, above, label.identifier
    )
