"""What a line of native JSONL and a file of ES-Port hold: the keys that we know, and their values.

Called by `jsonl` and `esport`, which keep every other key, and by `manage.py schemas`.
"""

from typing import Annotated, NotRequired, TypedDict

from annotation.formats.checks import MAX_ID, MAX_LABEL, MAX_SPEAKER
from annotation.formats.corpora.standoff import Event, Utterance
from annotation.shapes import says

_Language = Annotated[
    str, says("Language, a code such as es or pt-BR.", pattern="^[A-Za-z0-9-]{1,12}$")
]
_Label = Annotated[
    str,
    says("Name of the label.", minLength=1, maxLength=MAX_LABEL, pattern=r"^\S(.*\S)?$"),
]
_Id = Annotated[str, says("Id of the dialogue, once in a file.", maxLength=MAX_ID, pattern=r"\S")]
_Speaker = Annotated[str, says("Who speaks.", maxLength=MAX_SPEAKER)]
_Meta = Annotated[dict[str, object], says("What else is known of the dialogue.")]


# Their keys hold hyphens.
EsportLanguageEvent = TypedDict(
    "EsportLanguageEvent", {"speaker": NotRequired[str], "language-name": str, "description": str}
)


class EsportEvent(TypedDict):
    speaker: NotRequired[str]
    name: str
    description: str


class SpanKeys(TypedDict):
    start: Annotated[int, says("First character, in code points of the turn's text.", minimum=0)]
    end: Annotated[int, says("The character behind the last.", minimum=1)]
    label: _Label
    score: NotRequired[Annotated[float | None, says("A model's confidence in the label.")]]


class Span(SpanKeys, total=False):
    """A labelled stretch of a turn; spans of a turn share no character."""

    text: Annotated[str, says("The words of the span, which are checked.")]
    surface: Annotated[str, says("The same, as other tools name it.")]
    found: Annotated[float, says("How sure a model is that it is personal, under any label.")]


class TurnKeys(TypedDict):
    speaker: NotRequired[_Speaker]
    text: Annotated[str, says("What was said, as it was transcribed.")]
    spans: NotRequired[list[Span]]


class Turn(TurnKeys, total=False):
    """A turn of one speaker, or of several who overlap."""

    utterances: Annotated[list[Utterance], says("Who said which stretch, where several spoke.")]
    events: Annotated[list[Event | EsportEvent], says("Noises, silences, changes of language.")]


class Dialogue(TypedDict):
    """Turns in their order."""

    id: _Id
    lang: NotRequired[_Language]
    meta: NotRequired[_Meta]
    turns: list[Turn]


class EsportLabel(TypedDict):
    """A labelled word, without its place: words are looked for from left to right."""

    word: Annotated[str, says(minLength=1)]
    label: _Label


class EsportUtterance(TypedDict):
    utterance: str


EsportTurn = TypedDict(
    "EsportTurn",
    {
        "turn": NotRequired[Annotated[int, says("Number of the turn.")]],
        "labels": NotRequired[list[EsportLabel]],
        "speakers": NotRequired[
            Annotated[dict[str, list[EsportUtterance]], says("What each speaker said.")]
        ],
        "filtered-text": NotRequired[Annotated[str, says("The text that is labelled.")]],
        "text-events": NotRequired[Annotated[str, says("The text with its events.")]],
        "language-events": NotRequired[list[EsportLanguageEvent]],
        "events": NotRequired[list[EsportEvent]],
    },
)
EsportDialogue = TypedDict(
    "EsportDialogue",
    {
        "file-id": _Id,
        "lang": NotRequired[_Language],
        "meta": NotRequired[_Meta],
        "turns": list[EsportTurn],
    },
)
