"""Another tool's label names in those of a project: equal up to writing, or as a person said.

A person says it in lines `THEIRS = OURS`; `-` leaves a label out, `*` is every other one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.formats import faults
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
            raise FormatError(faults.MAP_LINE, file=file, line=number)
        if known and ours != LEFT_OUT:
            ours = _alike(ours, known) or ours
            if ours not in known:
                raise FormatError(faults.MAP_LABEL, file=file, line=number)
        names[theirs] = ours
    return names


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
    alike = [each for each in names if fold_name(each) == fold_name(name)]
    exact = [each for each in alike if each.casefold() == name.casefold()]
    return exact[0] if exact else alike[0] if len(alike) == 1 else None


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
                        faults.UNNAMED_REPLACEMENT,
                        file=file,
                        line=dialogue.line,
                        where=(faults.turn(number),),
                        n=span.start,
                    )
                if label != LEFT_OUT:
                    spans.append(span if label is None else replace(span, label=label))
            turns.append(turn if not turn.spans else replace(turn, spans=tuple(spans)))
        yield replace(dialogue, turns=tuple(turns))
