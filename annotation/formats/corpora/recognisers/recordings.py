"""What the readers of speech recognisers share: a file of JSON is a dialogue, times are seconds."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.transcripts.times import LONGEST, stretch
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

Read = Callable[[Mapping[str, object], Place, ReadOptions], DialogueValue]


def read_recordings(files: Files, options: ReadOptions, read: Read) -> Iterator[DialogueValue]:
    """What `read` makes of the object in each file; raises FormatError."""
    for name in files:
        text = decode(files[name], file=name).removeprefix("\ufeff")
        yield from options.made(partial(_dialogue, text, name, options, read))


def _dialogue(text: str, file: str, options: ReadOptions, read: Read) -> DialogueValue:
    place = Place(file, None)
    record = place.mapping(parse(text, file=file, line=None, whole_file=True), faults.DIALOGUE)
    dialogue = read(record, place, options)
    if not dialogue.turns:
        raise FormatError(faults.EMPTY, file=file)
    return dialogue


def stem_of(file: str) -> str:
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1])
    return dialogue_name(stem or "recording")


def objects(value: object, place: Place, key: str) -> Iterator[dict[str, object]]:
    """The objects of a list that stands under a key."""
    for number, each in enumerate(place.list(value, f'"{key}"'), 1):
        yield place.mapping(each, f'"{key}" {number}')


def seconds(value: object, place: Place, key: str, unit: float = 1.0) -> float:
    """A time as a number or as its digits; `unit` in seconds. Raises FormatError wrong_type."""
    try:
        number = float(value) * unit if isinstance(value, int | float | str) else -1.0
    except ValueError:
        number = -1.0
    if isinstance(value, bool) or not 0 <= number <= LONGEST:
        raise place.error(faults.NO_NUMBER, f'"{key}"')
    return round(number, 3)


def timed_turn(
    speaker: str,
    text: str,
    start: float,
    end: float,
    *,
    number: int,
    place: Place,
    cap: int,
    **beside: object,
) -> TurnValue:
    """A turn with its times; raises FormatError."""
    turn = TurnValue(speaker, text, extra=stretch(start, end) | beside)
    check_turn(turn, number=number, file=place.file, line=None, cap=cap)
    return turn
