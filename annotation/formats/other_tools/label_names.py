"""Another tool's label names in those of a project: equal up to writing, or as a person said.

A person says it in lines `THEIRS = OURS`; `-` leaves a label out, `*` is every other one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.formats.errors import FormatError
from annotation.formats.other_tools.placeholders import fold_name
from annotation.formats.types import DialogueValue, SpanValue

EVERY_OTHER = "*"
LEFT_OUT = "-"


def read_names(text: str, *, file: str, known: Collection[str] = ()) -> dict[str, str]:
    """The lines of a label map; blank lines and lines that begin with `#` say nothing.

    `known` are the labels that may stand on the right, any where empty. Raises FormatError
    label_map.
    """
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        theirs, sign, ours = (part.strip() for part in line.partition("="))
        if not (theirs and sign and ours) or theirs in names:
            raise _bad(file, number, "a line of the label map cannot be read")
        if known and ours != LEFT_OUT:
            ours = _alike(ours, known) or ours
            if ours not in known:
                raise _bad(file, number, "the label map names a label that the project lacks")
        names[theirs] = ours
    return names


def _bad(file: str, line: int, what: str) -> FormatError:
    expected = '"THEIRS = LABEL", each label once; "-" leaves one out, "*" is every other'
    return FormatError("label_map", what, file=file, line=line, expected=expected)


def label_for(name: str, known: Collection[str], given: Mapping[str, str]) -> str | None:
    """Our label for theirs, LEFT_OUT, or None where nothing says it. `name` may be empty."""
    if name:
        if name in given or name in known:
            return given.get(name, name)
        theirs = _alike(name, given) if fold_name(name) else None
        if theirs is not None:
            return given[theirs]
        ours = _alike(name, known)
        if ours is not None:
            return ours
    return given.get(EVERY_OTHER)


def _alike(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that is written like `name`, case, joints and a last number aside."""
    found = [each for each in names if fold_name(each) == fold_name(name)]
    exact = [each for each in found if each.casefold() == name.casefold()]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def rename_labels(
    dialogues: Iterable[DialogueValue],
    known: Sequence[str],
    given: Mapping[str, str],
    *,
    file: str,
) -> Iterator[DialogueValue]:
    """The dialogues with our labels; a name that nothing maps stays as it is.

    Raises FormatError unnamed_replacement for a span whose label is empty and nothing names.
    """
    for dialogue in dialogues:
        turns = []
        for number, turn in enumerate(dialogue.turns, 1):
            spans: list[SpanValue] = []
            for span in turn.spans:
                label = label_for(span.label, known, given)
                if label is None and not span.label:
                    raise FormatError(
                        "unnamed_replacement",
                        f"turn {number}: nothing says what was replaced at character {span.start}",
                        file=file,
                        line=dialogue.line or None,
                        expected="a placeholder that names it, labels in the file with the "
                        'replaced texts, or "* = LABEL" in the label map',
                        status=422,
                    )
                if label != LEFT_OUT:
                    spans.append(span if label is None else replace(span, label=label))
            turns.append(turn if not turn.spans else replace(turn, spans=tuple(spans)))
        yield replace(dialogue, turns=tuple(turns))
