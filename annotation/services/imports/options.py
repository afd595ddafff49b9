"""How the files of an import are to be understood, as a person, a command or a preview says it.

Called by all that read them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from django.conf import settings

from annotation.formats import ReadOptions
from annotation.services.imports.other_tools.replaced import KINDS
from annotation.services.imports.uploads import Upload

ColumnsFor = Callable[[str, Sequence[Sequence[str]]], Mapping[str, str | int]]
Meaning = Literal["gold", "machine", "ignore", "replaced", "masked", "found"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How files are to be understood.

    spans: "gold" makes the spans somebody's finished reading, so the turns count as labelled;
    "machine" makes them proposals; "ignore" takes the texts alone; "replaced" aligns each dialogue
    with its replaced version; "masked" takes texts of which only the replaced version is left;
    "found" makes proposals, in dialogues that are here, of what a program says of them.
    """

    format: str = "auto"
    lang: str = ""  # of dialogues that do not say theirs
    spans: Meaning = "gold"
    split: str = "pool"  # to be labelled; "test": kept to measure the model; "aside": neither
    encoding: str = "utf-8"
    # Of files that have another, by where they lie: two may have one name.
    encodings: Mapping[Path, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)  # of tables: role -> column's name
    # Asked of each table what somebody said of its columns (`ReadOptions.columns_for`).
    columns_for: ColumnsFor | None = None
    # The program that read it: without one, a file without any span is never taken as read.
    tool: str = ""
    names: Mapping[str, str] = field(default_factory=dict)  # the program's labels in the project's
    # What somebody said of every label of the files (as `names`, which then name placeholders
    # alone), and those that the project gets for it; None where nobody was asked.
    mapping: Mapping[str, str] | None = None
    new_labels: Sequence[str] = ()
    # What becomes of dialogues whose text is there under another id.
    duplicates: str = "keep"
    # Whether a file is read to its end and each dialogue's fault told, not the first alone.
    every_fault: bool = False
    on_passed: Callable[[str], None] | None = None  # told of records that are no dialogues
    lenient: bool = False  # whether dialogues with a fault are left out, and the rest goes in

    def encoding_of(self, upload: Upload) -> str:
        chosen = (self.encodings.get(path) for path in upload.paths)
        return next(filter(None, chosen), self.encoding)

    @property
    def told(self) -> set[str]:
        """Labels of the program that somebody named otherwise."""
        return {
            *self.names,
            *(theirs for theirs, ours in (self.mapping or {}).items() if theirs != ours),
        }

    @property
    def is_found(self) -> bool:
        """Whether no dialogues come in, but what a program found in those that are here."""
        return self.spans == "found"

    @property
    def is_foreign(self) -> bool:
        """Whether a program is said to have read every dialogue, whatever it found there."""
        return self.spans in KINDS and bool(self.tool or self.spans != "machine")

    @property
    def reading(self) -> ReadOptions:
        return ReadOptions(
            self.lang,
            settings.IMPORT_TURN_CHARACTERS,
            settings.IMPORT_DIALOGUE_TURNS,
            settings.IMPORT_DIALOGUE_WORDS,
            columns=self.columns,
            columns_for=self.columns_for,
            on_passed=self.on_passed,
        )
