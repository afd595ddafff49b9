"""What a name means as a word was said of it: "Lobo, como el animal", "Wolf, wie das Tier"."""

import re
from collections.abc import Iterator
from itertools import islice

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.folding import words
from surrogates.labels import WORDED, Kind

_CLAUSE_ENDS = re.compile(r"[.,;:?!¿()]")
_CLAUSES = 2  # behind a name in which it is explained: "Otso naiz, animalia bezala"
_ELIDED = re.compile(r"['’]")
_MEANT = WORDED - {Kind.OTHER}


def meanings(spans: Spans) -> Iterator[Found]:
    """A word beside a name says what else is called so, and the name is another one now."""
    likes = [words(cue) for cue in spans.lexicon.cues("like")]
    for span in spans.all:
        if span.kind in _MEANT and span.new_key != span.old_key:
            texts = [span.after]
            if span is list(spans.in_turns(span.turn, span.turn))[-1]:
                texts.append(spans.turn_text(span.turn + 1))  # "¿Lobo? — Como el animal."
            if any(_means(spans, text, likes) for text in texts):
                yield Found(notices.MEANING_LOST, span)


def _means(spans: Spans, text: str, likes: list[tuple[str, ...]]) -> bool:
    """Whether a clause near is nothing but "like the animal"; in Basque "animalia bezala"."""
    clauses = (words(_ELIDED.sub(" ", each)) for each in _CLAUSE_ENDS.split(text))
    for said in islice(filter(None, clauses), _CLAUSES):
        for like in likes:
            size = len(like)
            if size < len(said) and like in (said[:size], said[-size:]):
                rest = said[size:] if said[:size] == like else said[:-size]
                if rest[0] in spans.lexicon.cues("determiner"):
                    rest = rest[1:]
                if len(rest) == 1 and rest[0] in spans.lexicon.cues("meaning"):
                    return True
    return False
