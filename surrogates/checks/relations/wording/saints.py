"""Who is called like the saint of a feast: "per [Sant Jordi] ... es diu [Jordi] per això"."""

from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.dates.feasts import names_a_feast
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon

_OWN = ("'s", "’s", "stag", "tag", "s")  # "St George's Day", "Martinstag"


def namesakes(spans: Spans) -> Iterator[Found]:
    """A name and a feast's saint were one: the new name is the new saint's."""
    names = [span for span in spans.all if span.kind in NAMES and span.kind is not Kind.SURNAME]
    for feast in (s for s in spans.all if s.kind is Kind.DATE):
        saints = saints_of(spans.lexicon, feast.old)
        if not saints or not names_a_feast(feast.old, spans.lexicon):
            continue
        theirs = [span for span in names if _is_one(spans.lexicon, span.old_key[:1], saints)]
        now = saints_of(spans.lexicon, feast.new)
        if theirs and not _is_one(spans.lexicon, theirs[0].new_key[:1], now):
            span = min(theirs, key=lambda span: len(span.old))
            yield Found(notices.SAINT_LOST, span, (feast,), _name_for(spans, span, now))


def saints_of(lexicon: Lexicon, text: str) -> dict[str, str]:
    """Folded given name -> as it is written, of the words of a feast."""
    found: dict[str, str] = {}
    for piece in text.replace("-", " ").split():
        for end in ("", *_OWN):
            name = piece.removesuffix(end).strip(".,;:")
            known = fold(name) in lexicon.name_by_key and fold(name) not in PARTICLES
            if known and name[:1].isupper() and (not end or piece.endswith(end)):
                found.setdefault(fold(name), name)
                break
    return found


def _is_one(lexicon: Lexicon, key: tuple[str, ...], saints: dict[str, str]) -> bool:
    """Whether a name is a saint's, or a short form or another language's form of it."""
    return any(word in saints or not lexicon.relatives(word).isdisjoint(saints) for word in key)


def _name_for(spans: Spans, span: Span, saints: dict[str, str]) -> str:
    """The saint's name that a person may have now; "" where there is none of the sex."""
    known = spans.lexicon.name_by_key
    drawn = known.get(fold(" ".join(words(span.new)[:1])))
    fitting = (
        name
        for key, name in saints.items()
        if drawn is not None and known[key].gender == drawn.gender and spans.scene.allowed(name)
    )
    return next(fitting, "")
