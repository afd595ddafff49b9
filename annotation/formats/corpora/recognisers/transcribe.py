"""Amazon Transcribe's JSON in: a stretch of one speaker is a turn. It is only read.

Stretches come from the audio segments where the file has them, else its words are joined, a turn
ending where the speaker or the channel changes. Call Analytics writes turns of its own. Scores,
alternatives and times of single words are not kept, nor the number of the account.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from annotation.formats import faults
from annotation.formats.corpora.recognisers.recordings import (
    objects,
    read_recordings,
    seconds,
    stem_of,
    timed_turn,
)
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.files.strictjson import Place
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

Said = tuple[str, str, float, float]  # speaker, text, start and end in seconds


def read_transcribe(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    yield from read_recordings(files, options, _read)


def _read(record: Mapping[str, object], place: Place, options: ReadOptions) -> DialogueValue:
    if "Transcript" in record:
        name, lang = record.get("JobName"), record.get("LanguageCode")
        said = _analysed(record, place)
    else:
        results = place.mapping(record.get("results"), '"results"')
        name, lang = record.get("jobName"), results.get("language_code")
        said = _stretches(results, place)
    turns: list[TurnValue] = []
    for speaker, text, start, end in said:
        number = len(turns) + 1
        cap = options.max_turn
        turns.append(timed_turn(speaker, text, start, end, number=number, place=place, cap=cap))
    id = name if isinstance(name, str) and name.strip() else stem_of(place.file)
    language = lang if is_language(lang) and len(lang) <= 12 else options.lang
    return DialogueValue(id, language, tuple(turns), line=1)


def _analysed(record: Mapping[str, object], place: Place) -> Iterator[Said]:
    """The turns of Call Analytics."""
    key = "Transcript"
    for number, each in enumerate(objects(record.get(key), place, key), 1):
        where = faults.turn(number)
        yield (
            place.text(each.get("ParticipantRole", ""), where, '"ParticipantRole"'),
            place.text(each.get("Content"), where, '"Content"'),
            seconds(each.get("BeginOffsetMillis"), place, "BeginOffsetMillis", 0.001),
            seconds(each.get("EndOffsetMillis"), place, "EndOffsetMillis", 0.001),
        )


def _stretches(results: Mapping[str, object], place: Place) -> Iterator[Said]:
    if results.get("audio_segments"):
        for number, each in enumerate(objects(results["audio_segments"], place, "segments"), 1):
            yield (
                _name(each, place),
                place.text(each.get("transcript"), faults.turn(number), '"transcript"'),
                seconds(each.get("start_time"), place, "start_time"),
                seconds(each.get("end_time"), place, "end_time"),
            )
        return
    speakers = _speakers(results, place)
    words = [_word(each, speakers, place) for each in objects(results.get("items"), place, "items")]
    for speaker, together in groupby(_attached(words), key=lambda word: word[0]):
        said = list(together)
        yield speaker, "".join(word[1] for word in said).strip(), said[0][2], said[-1][3]


def _speakers(results: Mapping[str, object], place: Place) -> dict[str, str]:
    """Start of a word -> who says it, where the words themselves do not tell."""
    found: dict[str, str] = {}
    labels = place.mapping(results.get("speaker_labels", {}), '"speaker_labels"')
    for segment in objects(labels.get("segments", []), place, "segments"):
        for item in objects(segment.get("items", []), place, "items"):
            found[str(item.get("start_time"))] = _name(item, place) or _name(segment, place)
    return found


def _name(record: Mapping[str, object], place: Place) -> str:
    label = record.get("speaker_label") or record.get("channel_label") or ""
    return place.text(label, '"speaker_label"')


def _word(
    item: Mapping[str, object], speakers: Mapping[str, str], place: Place
) -> tuple[str, str, float, float] | str:
    """A word with its speaker and times; a sign, which belongs to the word before, as a text."""
    options = place.list(item.get("alternatives"), '"alternatives"')
    best = place.mapping(options[0] if options else None, '"alternatives"')
    content = place.text(best.get("content"), '"content"')
    if "start_time" not in item:
        return content
    speaker = _name(item, place) or speakers.get(str(item["start_time"]), "")
    start = seconds(item["start_time"], place, "start_time")
    return speaker, " " + content, start, seconds(item.get("end_time"), place, "end_time")


def _attached(words: Iterable[Said | str]) -> Iterator[Said]:
    """The words with the signs behind them."""
    held: Said | None = None
    for word in words:
        if isinstance(word, str):
            held = (held[0], held[1] + word, held[2], held[3]) if held else ("", word, 0.0, 0.0)
            continue
        if held is not None:
            yield held
        held = word
    if held is not None:
        yield held
