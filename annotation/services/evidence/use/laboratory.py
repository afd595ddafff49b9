"""What the utility laboratory is given: dialogues of files or of a project as examples, strategies
with what they draw from. Called by `utility` here and by `standalone.utility`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from annotation.convert import surrogate_dialogue_of_file
from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.types import AT, DIALOGUE_ACT, INTENT, LABELS, Example, Way
from annotation.formats.types import DialogueValue
from annotation.services.revision.rules import NAMES, SAID_IN, made_rules, words_in

STRATEGIES = ("entity", "word", "dissociation", "named", "typed", "redact")
CURVE = ("word@.5", "word@.75", "word@.9")  # with `word` itself, p against F1 [Adelani20, fig. 1]
# The keys of a turn that say what it is for, the first that is there.
KEYS = {INTENT: ("intent",), DIALOGUE_ACT: ("dialogue_act", "dialogue-act", "act", "da")}


def example_of(dialogue: DialogueValue, task: str) -> Example:
    """A dialogue as an example of the task."""
    answers: tuple[str, ...] = ()
    if task != LABELS:
        found = (next((turn.extra[k] for k in KEYS[task] if k in turn.extra), "")
                 for turn in dialogue.turns)  # fmt: skip
        answers = tuple(str(answer or "") for answer in found)
    return Example(surrogate_dialogue_of_file(dialogue), answers)


def check_examples(examples: Sequence[Example], task: str, source: str) -> None:
    """Raises EvidenceError where there is nothing to learn or to test."""
    if task == LABELS:
        if not any(turn.mentions for each in examples for turn in each.dialogue.turns):
            raise EvidenceError(f"{source}: no turn has a label; expected labelled dialogues")
    elif not any(each.answers and any(each.answers) for each in examples):
        keys = " or ".join(KEYS[task])
        raise EvidenceError(f"{source}: no turn says what it is for; expected a key {keys}")


def ways_of(names: Iterable[str], dialogues: Sequence[DialogueValue]) -> tuple[Way, ...]:
    """The strategies by name ("word@.9": replacing nine items of ten), with the words and values
    that they draw from these dialogues.

    Raises: EvidenceError for one that there is not, or a share outside (0, 1].
    """
    wanted = list(dict.fromkeys(names))
    if unknown := [name for name in wanted if name.partition(AT)[0] not in NAMES]:
        raise EvidenceError(f"{unknown[0]}: no such strategy; expected some of {', '.join(NAMES)}")
    if not wanted:
        raise EvidenceError("no strategy; expected one or more")
    return tuple(_way(name, dialogues) for name in wanted)


def _way(named: str, dialogues: Sequence[DialogueValue]) -> Way:
    name, _at, share = named.partition(AT)
    if share:
        return replace(_way(name, dialogues), name=named, p=_share(named, share))
    rules = made_rules(name, {})
    if name not in ("dissociation", "entity"):
        return Way(name, name)
    rules = words_in(dialogues, rules, SAID_IN)
    if name == "dissociation":
        return Way(name, "word", corpus=rules.corpus)
    return Way(name, name, values=rules.values)


def _share(named: str, share: str) -> float:
    try:
        p = float(share)
    except ValueError:
        p = 0.0
    if not 0 < p <= 1:
        raise EvidenceError(f"{named}: no share of items; expected a number above 0, up to 1")
    return p
