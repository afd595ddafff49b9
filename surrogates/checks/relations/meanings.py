"""What a name means as a word was said of it: "Lobo, como el animal", "Wolf, wie das Tier"."""

import re
from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.folding import words
from surrogates.labels import WORDED, Kind

_CLAUSE = re.compile(r"[\s,(\"»”'’?¿–-]*([^.,;:?!()]*)")
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
    """Whether a clause is nothing but "like the animal"; in Basque "animalia bezala"."""
    match = _CLAUSE.match(text)
    said = words(match[1]) if match is not None else ()
    for like in likes:
        size = len(like)
        if size < len(said) and like in (said[:size], said[-size:]):
            rest = said[size:] if said[:size] == like else said[:-size]
            if rest[0] in spans.lexicon.cues("determiner"):
                rest = rest[1:]
            if len(rest) == 1 and rest[0] in spans.lexicon.cues("meaning"):
                return True
    return False
