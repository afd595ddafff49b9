"""What a name means as a word was said of it: "Lobo, como el animal", "Wolf, wie das Tier"."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.folding import fold, words, words_apart
from surrogates.labels import NAMES
from surrogates.languages.common_nouns import common_nouns
from surrogates.languages.lexicon import Lexicon

_CLAUSE_ENDS = re.compile(r"[.,;:?!¿()]")
_CLAUSES = 2  # behind a name in which it is explained: "Otso naiz, animalia bezala"


def meanings(spans: Spans) -> Iterator[Found]:
    """A word beside a name says what else is called so, and the name is another one now."""
    likes = [words(cue) for cue in spans.lexicon.cues("like")]
    for span in spans.all:
        if span.kind in NAMES and span.new_key != span.old_key:
            texts = [span.after]
            if span is list(spans.in_turns(span.turn, span.turn))[-1]:
                texts.append(spans.turn_text(span.turn + 1))  # "¿Lobo? — Como el animal."
            if any(_means(spans, text, likes) for text in texts):
                yield Found(notices.MEANING_LOST, span)


def _means(spans: Spans, text: str, likes: list[tuple[str, ...]]) -> bool:
    """Whether a clause near is nothing but "like the animal"; in Basque "animalia bezala"."""
    confirm = spans.lexicon.cues("confirm").keys()  # "Lynx. Yes, like the animal"
    clauses = (words_apart(each) for each in _CLAUSE_ENDS.split(text))
    for place, said in enumerate(islice((c for c in clauses if not confirm >= {*c}), _CLAUSES)):
        for like in likes:
            size = len(like)
            if said[:size] == like and _is_thing(spans, said[size:], sure=not place):
                return True
            if said[-size:] == like and _is_thing(spans, said[:-size], sure=False):
                return True
    return False


def _is_thing(spans: Spans, said: Sequence[str], *, sure: bool) -> bool:
    """Whether words are a noun with its article: one of the table, or, right behind the name, any
    that is no relative, no trade and no day ("wie die Mühle")."""
    article = spans.lexicon.cues("determiner").get(said[0]) if said else None
    noun = said[article is not None :]
    if len(noun) != 1:
        return False
    any_thing = sure and article == "definite" and noun[0] not in _others(spans.lexicon)
    return any_thing or noun[0] in spans.lexicon.cues("meaning")


@lru_cache(maxsize=16)
def _others(lexicon: Lexicon) -> frozenset[str]:
    """Folded nouns with which somebody, or a time, is compared."""
    days = {
        word
        for kind in ("days", "date_words")
        for r in lexicon.rows(kind)
        for word in words(r["form"])
    }
    dated = {*lexicon.month_numbers, *map(fold, lexicon.weekdays), *days}
    return frozenset(dated | common_nouns(lexicon).keys())
