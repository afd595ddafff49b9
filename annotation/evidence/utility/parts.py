"""The two kinds of work that processes and workers share: a strategy's replacement in one repeat,
and a model that learns from it. Called by the laboratory, and by `services.evidence.use.sharing`.

What a part gives back is numbers alone (`Left`, `Learnt`), or why it gave nothing (`NotRun`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.models import learn
from annotation.evidence.utility.replacing import Drawn, chosen, draw_examples, key_of, replaced
from annotation.evidence.utility.types import Counted, Example, Material, Plan, Score
from learning.errors import LearningError
from learning.threads import one_thread
from surrogates.types import Dialogue

Answer = TypeVar("Answer")
Tell = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Replaced:
    """Training and test dialogues of a repeat, as a strategy lets them out."""

    train: Drawn
    test: Drawn

    @property
    def left(self) -> "Left":
        return Left(
            tuple(place for place, each in enumerate(self.train) if each is not None),
            sum(each is not None for each in self.test),
        )


@dataclass(frozen=True, slots=True)
class Left:
    """Which training dialogues of a repeat a strategy lets out, by place, and how many to test."""

    train: tuple[int, ...]
    test: int


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a model scored on the original test and on the replaced one; None where there was
    nothing to learn from, and on replaced texts for the model of the originals."""

    original: Score | None
    replaced: Score | None = None


@dataclass(frozen=True, slots=True)
class NotRun:
    """A part that gave nothing; the others stand."""

    why: str


def tried(work: Callable[[], Answer]) -> Answer | NotRun:
    """What the work gives, or why it cannot be done with this material."""
    try:
        return work()
    except (EvidenceError, LearningError) as error:
        return NotRun(str(error))


def to_json(answer: Left | Learnt | NotRun) -> dict[str, Any]:
    return asdict(answer)


def from_json(values: Mapping[str, Any]) -> Left | Learnt | NotRun:
    """What `to_json` wrote."""
    if "why" in values:
        return NotRun(values["why"])
    if "train" in values:
        return Left(tuple(values["train"]), values["test"])
    return Learnt(_score(values["original"]), _score(values["replaced"]))


def _score(values: Mapping[str, Any] | None) -> Score | None:
    if values is None:
        return None
    tables = {
        name: {key: Counted(*counted) for key, counted in values[name].items()}
        for name in ("by_label", "by_answer")
    }
    return Score(values["value"], values["n"], values["f1"], **tables)


def replace_part(
    material: Material, plan: Plan, repeat: int, strategy: str, tell: Tell = lambda share: None
) -> Replaced:
    """What leaves of a repeat under a strategy."""
    way = next(each for each in material.ways if each.name == strategy)
    drawn = draw_examples(material.train, plan, repeat)
    share = len(drawn) / max(1, len(drawn) + len(material.test))
    train_key, test_key = (key_of(plan, repeat, part) for part in ("train", "test"))
    train = replaced(drawn, way, train_key, lambda done: tell(done * share))
    test = replaced(material.test, way, test_key, lambda done: tell(share + done * (1 - share)))
    return Replaced(train, test)


def learn_part(
    material: Material, plan: Plan, repeat: int, sides: Replaced | None, places: Sequence[int]
) -> Learnt:
    """A model of the training dialogues at these places, and its scores; without `sides` it learns
    from the originals. On one thread, so that nothing depends on how many processes work."""
    drawn = draw_examples(material.train, plan, repeat)
    examples = [drawn[place] for place in places]
    if sides is not None:
        examples = _with(examples, list(chosen(sides.train, places)))
    with one_thread():
        model = learn(examples, plan)
        if model is None:
            return Learnt(None)
        original = model.score(material.test)
        if sides is None:
            return Learnt(original)
        left = [place for place, dialogue in enumerate(sides.test) if dialogue is not None]
        tested = [material.test[place] for place in left]
        return Learnt(original, model.score(_with(tested, list(chosen(sides.test, left)))))


def _with(examples: Sequence[Example], dialogues: Sequence[Dialogue]) -> list[Example]:
    """The examples with these texts: turns correspond one to one, so answers stay."""
    pairs = zip(examples, dialogues, strict=True)
    return [replace(example, dialogue=dialogue) for example, dialogue in pairs]
