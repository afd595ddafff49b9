"""Work of another tool on its way in: labelled texts, replaced ones, placeholders, label names.

Called by `reading` and `writing`. The tool's spans become proposals, its replacements
decisions that every plan replays: a person goes through both like through those of our own model.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from annotation.convert import mention_key
from annotation.formats import faults
from annotation.formats.corpora.jsonl import read_line, write_line
from annotation.formats.errors import FormatError
from annotation.formats.other_tools.label_names import read_names
from annotation.formats.other_tools.versions import (
    REPLACED,
    pair_dialogues,
    spans_of_placeholders,
    split_replaced,
)
from annotation.formats.types import DialogueValue
from annotation.models import Decision, Dialogue, Project, Span, ToolImport, User
from annotation.services.imports.staging import insert_rows
from annotation.services.revision.replay import ConstraintRow, replacement_row
from annotation.services.revision.words import TOOL_REPLACEMENT

# How a file's spans came about -> the kind of work that is kept for the report.
KINDS = {
    "machine": ToolImport.Kind.TAGGED,
    "replaced": ToolImport.Kind.REPLACED,
    "masked": ToolImport.Kind.PLACEHOLDERS,
    "found": ToolImport.Kind.FOUND,
}
MAP_NAME = "label map"


def spans_of(
    dialogues: Iterator[DialogueValue], meaning: str, names: Collection[str], *, file: str
) -> Iterator[DialogueValue]:
    """The dialogues of one file with the spans that the tool made of them, under its own labels.

    names: labels that placeholders may have in small letters. Raises FormatError while they are
    taken.
    """
    if meaning == "replaced":
        return split_replaced(dialogues, file=file, names=names)
    if meaning == "masked":
        return spans_of_placeholders(dialogues, names)
    return dialogues


class ReplacedVersions:
    """The replaced versions of dialogues, by id, from files of their own; kept as bytes, because a
    whole corpus may be among them."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[str, int, bytes]] = {}
        self._met: set[str] = set()
        self.unpaired = 0  # dialogues that `pair` went on without

    def add(self, file: str, dialogue: DialogueValue) -> None:
        """Raises FormatError when the id stands in two files."""
        if dialogue.id in self._lines:
            raise FormatError(faults.ID_IN_TWO_FILES, file=file, line=dialogue.line)
        packed = write_line(replace(dialogue, meta={}, extra={})).encode()
        self._lines[dialogue.id] = file, dialogue.line, packed

    def pair(
        self,
        file: str,
        originals: Iterable[DialogueValue],
        names: Collection[str],
        on_fault: Callable[[FormatError], None] | None = None,
    ) -> Iterator[DialogueValue]:
        """The dialogues of a file beside their replaced versions.

        Raises FormatError where the version is missing or is another text, or tells `on_fault` and
        goes on without the dialogue.
        """
        for each in originals:
            self._met.add(each.id)
            other_file, other = self._version(each.id)
            by_id = {each.id: other} if other is not None else {}
            try:
                paired = pair_dialogues(
                    [each], by_id, file=file, other_file=other_file, names=names
                )
            except FormatError as fault:
                if on_fault is None:
                    raise
                self.unpaired += 1
                on_fault(fault)
            else:
                yield from paired

    def without_original(self) -> Iterator[FormatError]:
        """The faults of versions that have met no original yet."""
        for name, (file, line, _packed) in self._lines.items():
            if name not in self._met:
                yield FormatError(faults.NO_ORIGINAL, file=file, line=line)

    def _version(self, name: str) -> tuple[str, DialogueValue | None]:
        if name not in self._lines:
            return "", None
        file, line, packed = self._lines[name]
        return file, read_line(packed, file=file, line=line, max_turn=len(packed))


def label_names(text: str, known: Sequence[str], name: str = "") -> dict[str, str]:
    """A label map as a person wrote it; raises FormatError label_map."""
    return read_names(text, file=name or MAP_NAME, known=known)


def keep_tool(
    project: Project, user: User, meaning: str, name: str, names: Iterable[str] = ()
) -> ToolImport:
    """The record of the tool's work, made with its first file. names: those of a label map."""
    tool_import, _new = ToolImport.objects.get_or_create(
        project=project,
        name=" ".join(name.split())[:80],
        kind=KINDS[meaning],
        defaults={"imported_by": user},
    )
    if more := set(names).difference(tool_import.names):
        tool_import.names = sorted(more.union(tool_import.names))
        tool_import.save(update_fields=["names"])
    return tool_import


def keep_replacements(dialogues: Sequence[Dialogue], user: User) -> None:
    """What the tool wrote in place of each item, as the first step of each dialogue's revision."""
    rows: dict[int, list[ConstraintRow]] = {}
    spans = Span.objects.filter(turn__dialogue__in=dialogues, reading=None)
    for span in spans.order_by("turn__position", "start").values_list(
        "turn__dialogue", "turn", "start", "end", "extra"
    ):
        dialogue, turn, start, end, extra = span
        row = replacement_row(mention_key(turn, start, end), extra.get(REPLACED, ""))
        if row is not None:
            rows.setdefault(dialogue, []).append(row)
    insert_rows(
        [
            Decision(
                dialogue_id=pk,
                user=user,
                action=Decision.Action.EDIT,
                issue_code=TOOL_REPLACEMENT,
                constraints=constraints,
            )
            for pk, constraints in rows.items()
        ]
    )
