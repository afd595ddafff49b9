"""The dialogues as each strategy lets them out. Called by the laboratory, one strategy and repeat
at a time, and by the training on surrogates."""

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.types import ORIGINAL, Example, Plan, Way
from surrogates import Knowledge, pseudonymise_corpus
from surrogates.errors import SurrogateError
from surrogates.types import Dialogue

Drawn = Sequence[Dialogue | None]  # None: it does not leave, for an original would be readable


def draw_examples(examples: Sequence[Example], plan: Plan, repeat: int) -> list[Example]:
    """The training dialogues of a repeat: another sample each time, the same for every strategy."""
    if plan.dialogues is None or plan.dialogues >= len(examples):
        return list(examples)
    chance = random.Random(f"{plan.seed} {repeat}")
    places = sorted(chance.sample(range(len(examples)), plan.dialogues))
    return [examples[place] for place in places]


def key_of(plan: Plan, repeat: int, part: str) -> bytes:
    """The key of a repeat's draws. It follows from a number: nothing that it draws may leave."""
    text = f"antifaz utility {plan.seed} {repeat} {part}"
    return hashlib.sha256(text.encode()).digest()


def replaced(
    examples: Sequence[Example],
    way: Way,
    key: bytes,
    tell: Callable[[float], None] = lambda share: None,
) -> list[Dialogue | None]:
    """Each dialogue as it would leave: searched for its own originals and for those of all others,
    and None where one would be readable; with a share that stays on purpose every one is there.
    Raises: EvidenceError where one cannot be replaced."""
    if way.name == ORIGINAL:
        return [example.dialogue for example in examples]
    results = pseudonymise_corpus(
        [example.dialogue for example in examples],
        strategy=way.engine,
        key=key,
        q=way.p,
        knowledge=Knowledge(corpus=way.corpus, values=way.values),
    )
    drawn: list[Dialogue | None] = []
    try:
        for result in results:
            drawn.append(None if result.held and way.p == 1 else result.draft)
            tell(len(drawn) / len(examples))
    except SurrogateError as error:
        raise EvidenceError(f"{way.name}: {error}") from error
    return drawn


def chosen(dialogues: Drawn, places: Sequence[int]) -> Iterator[Dialogue]:
    """The dialogues at these places; they all leave."""
    for place in places:
        dialogue = dialogues[place]
        assert dialogue is not None
        yield dialogue
