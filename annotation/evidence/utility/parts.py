"""The two kinds of work that processes share: a strategy's replacement in one repeat, and a model
that learns from it. Called by the laboratory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from annotation.evidence.utility.models import learn
from annotation.evidence.utility.replacing import Drawn, chosen, draw_examples, key_of, replaced
from annotation.evidence.utility.types import Example, Material, Plan, Score
from learning.threads import one_thread
from surrogates.types import Dialogue

Tell = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Replaced:
    """Training and test dialogues of a repeat, as a strategy lets them out."""

    train: Drawn
    test: Drawn


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a model scored on the original test and on the replaced one; None where there was
    nothing to learn from, and on replaced texts for the model of the originals."""

    original: Score | None
    replaced: Score | None = None


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
