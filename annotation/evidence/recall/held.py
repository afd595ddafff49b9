"""Which checked dialogues a release would keep back, had only this been found in them.

What is missed in one place is often found in another: then the search sees it, and the dialogue
does not leave. What leaves holds less than what was checked, so only dialogues that would leave say
what is left in a file. Called by `services.evidence.found.held` and by the benchmark.
"""

from collections.abc import Iterable, Mapping, Sequence

from annotation.evidence.recall.items import key_of
from annotation.evidence.recall.types import Checked
from surrogates import Dialogue, Knowledge, Mention, Originals, SurrogateError, Turn, pseudonymise
from surrogates.search.originals import share_of

_KEY = b"\0" * 32  # nothing that is drawn is kept


def as_found(dialogue: int, turns: Iterable[Checked], lang: str) -> Dialogue:
    """A checked dialogue with what was found in it as its mentions."""
    return Dialogue(
        str(dialogue),
        lang,
        tuple(
            Turn(
                turn.speaker,
                turn.text,
                tuple(Mention(s.start, s.end, s.label, key_of(turn.turn, s)) for s in turn.found),
            )
            for turn in turns
        ),
    )


def would_be_held(
    by_dialogue: Mapping[int, Sequence[Checked]], langs: Mapping[int, str], known: Originals
) -> set[int]:
    """Dialogues in which the search would find an original, or an issue blocks; `known`: what other
    dialogues label, to which these are added as they were found."""
    found = {pk: as_found(pk, turns, langs[pk]) for pk, turns in by_dialogue.items()}
    for dialogue in found.values():
        guessed = {mention.key for turn in dialogue.turns for mention in turn.mentions}
        share = share_of(dialogue, guessed)
        if share is not None:
            known.take(share)
    return {pk for pk, dialogue in found.items() if _is_held(dialogue, known)}


def _is_held(dialogue: Dialogue, known: Originals) -> bool:
    try:
        result = pseudonymise(
            dialogue, strategy="entity", key=_KEY, knowledge=Knowledge(originals=known)
        )
    except SurrogateError:
        return True
    return result.held or any(issue.severity == "block" for issue in result.issues)
