"""The Text Transformer of COMPRISE [Comprise21, 3.2]: texts that a program sends are replaced and
given back, and nothing of them is kept.

Called by the API. Models stay open between calls, in each process of the web server. A text in
which an original would be readable is not given back.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.convert import instance, predicted_spans
from annotation.models import Project, TrainingRun
from annotation.refusals import Refused
from annotation.services.revision.rules import DISSOCIATION, NAMES
from annotation.services.runs.current import can_propose, current_model
from annotation.services.storage.local import model_folder
from annotation.services.training.proposals import load_tagger
from learning.errors import LearningError
from learning.tagger import Tagger
from surrogates import Dialogue, Mention, Turn, pseudonymise
from surrogates.errors import SurrogateError

OURS = [name for name in NAMES if name != DISSOCIATION]  # that needs a corpus
# The names of COMPRISE -> ours: a placeholder, word by word, whole entities.
THEIRS = {"REDACT": "redact", "WORD": "word", "FULL": "entity"}
STRATEGIES = [*THEIRS, *OURS]
USUAL = "FULL"  # theirs
OPEN_MODELS = 4  # of one process
MOST_CHARACTERS = 200_000  # of a text, or of a dialogue
MOST_TURNS = 5_000


@dataclass(slots=True)
class Model:
    """An open tagger; one text at a time, for taggers keep state while they read."""

    folder: Path
    lang: str
    tagger: Tagger
    lock: threading.Lock = field(default_factory=threading.Lock)


class HeldBack(Refused):
    """The replaced text would show an original: it is not given."""

    code = "held_back"


_models: OrderedDict[tuple[str, int], Model] = OrderedDict()
_guard = threading.Lock()


def strategy_of(name: str) -> str:
    """Our strategy of this name, theirs or ours. Raises Refused."""
    strategy = THEIRS.get(name or USUAL, name)
    if strategy not in OURS:
        known = ", ".join(STRATEGIES)
        text = _("There is no strategy of this name; there are: %(known)s.")
        raise Refused(text % {"known": known}, code="unknown_strategy")
    return strategy


def model_of_run(project: Project, run: str) -> Model:
    """The model of a project's run by its id, or the one that proposes (""). Raises Refused."""
    found: TrainingRun | None = None
    if not run:
        found = current_model(project)
    elif run.isascii() and run.isdecimal() and len(run) < 19:
        found = project.runs.filter(pk=int(run)).exclude(folder="").first()
    if found is None or not can_propose(found):
        raise unknown_model()
    try:
        folder = model_folder(found.folder)
    except (LearningError, OSError):
        raise _broken() from None
    return _opened(folder, project.lang)


def model_of_folder(name: str) -> Model | None:
    """The model that the operator lists under this name; with "" the only one, if there is one."""
    folders = {Path(each).name: Path(each) for each in settings.TRANSFORM_MODELS}
    if not name and len(folders) == 1:
        name = next(iter(folders))
    return _opened(folders[name], "") if name in folders else None


def unknown_model() -> Refused:
    return Refused(_("There is no model of this name for you."), code="unknown_model")


def _broken() -> Refused:
    return Refused(_("The model cannot be opened."), code="broken_model")


def _opened(folder: Path, lang: str) -> Model:
    """The model of a folder, open; the one that was asked for least lately gives way."""
    try:
        key = (str(folder), folder.stat().st_mtime_ns)
    except OSError:
        raise unknown_model() from None
    with _guard:
        if key in _models:
            _models.move_to_end(key)
            return _models[key]
        try:
            tagger = load_tagger(folder)
        except (LearningError, OSError):
            raise _broken() from None
        _models[key] = Model(folder, lang or str(tagger.card.get("lang", "")), tagger)
        while len(_models) > OPEN_MODELS:
            _models.popitem(last=False)
        return _models[key]


def transform_text(text: str, model: Model, strategy: str, *, lang: str = "") -> str:
    """The text with its personal items replaced, each line a turn, drawn anew at each call. Raises
    HeldBack, or Refused for a text that is too long."""
    lines = transform_turns(text.split("\n"), model, strategy, lang=lang)
    return "\n".join(lines)


def transform_turns(
    texts: Sequence[str], model: Model, strategy: str, *, lang: str = "", name: str = ""
) -> list[str]:
    """The turns of one dialogue, replaced so that they cohere. `name`: of the dialogue. Raises
    HeldBack, Refused."""
    if len(texts) > MOST_TURNS or sum(map(len, texts)) > MOST_CHARACTERS:
        raise Refused(_("The text is too long for one call."), code="too_long", status=413)
    if not texts:
        return []
    last = max(1, len(texts) - 1)
    turns = [instance(text, position=place / last) for place, text in enumerate(texts)]
    with model.lock:
        found = model.tagger.predict(turns)
    dialogue = Dialogue(
        id=name,
        lang=lang or model.lang or "es",
        turns=tuple(
            Turn(
                "",
                text,
                tuple(
                    Mention(span.start, span.end, span.label, f"{place}:{span.start}")
                    for span in predicted_spans(spans)
                ),
            )
            for place, (text, spans) in enumerate(zip(texts, found, strict=True))
        ),
    )
    labels = {mention.label for turn in dialogue.turns for mention in turn.mentions}
    try:
        result = pseudonymise(
            dialogue, strategy=dict.fromkeys(labels, strategy), key=secrets.token_bytes(32)
        )
    except SurrogateError:
        raise HeldBack(_("The text cannot be replaced: it is not given.")) from None
    if result.held:
        raise HeldBack(_("An original would be readable in the text: it is not given."))
    return [turn.text for turn in result.dialogue.turns]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a batch: the turns that it holds, and the dialogue that they are of."""

    dialogue: str
    texts: list[str]


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a line: its turns as they are given back, or why they are not."""

    line: Line
    texts: list[str] | None
    code: str = ""


def transform_lines(
    lines: Iterable[Line], model: Model, strategy: str, *, lang: str = ""
) -> Iterator[Done]:
    """Lines one after the other; those that follow each other with one dialogue are replaced
    together, so that a person is the same in all of them. Holds one dialogue at a time."""
    some: list[Line] = []
    for line in lines:
        if some and line.dialogue != some[0].dialogue:
            yield from _dialogue(some, model, strategy, lang)
            some = []
        some.append(line)
        if not line.dialogue:
            yield from _dialogue(some, model, strategy, lang)
            some = []
    if some:
        yield from _dialogue(some, model, strategy, lang)


def _dialogue(lines: list[Line], model: Model, strategy: str, lang: str) -> Iterator[Done]:
    texts = [text for line in lines for text in line.texts]
    try:
        given = iter(transform_turns(texts, model, strategy, lang=lang))
    except Refused as refusal:
        yield from (Done(line, None, refusal.code) for line in lines)
        return
    for line in lines:
        yield Done(line, [next(given) for _text in line.texts])
