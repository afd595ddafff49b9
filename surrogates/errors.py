"""Named failures of the surrogate engine. Messages never carry text of the corpus."""

# Names say what is wrong; `Error` would be said twice.


class SurrogateError(Exception):
    """Base of all failures here; `code` is stable and safe to show."""

    code = "SURROGATE_ERROR"


class UnknownStrategy(SurrogateError):
    """A strategy name that no policy answers to."""

    code = "UNKNOWN_STRATEGY"


class UnknownLanguage(SurrogateError):
    """No lexicon folder for this language code."""

    code = "UNKNOWN_LANGUAGE"


class LexiconInvalid(SurrogateError):
    """A lexicon file breaks its schema; the message is `FILE:LINE: what; expected ...`."""

    code = "LEXICON_INVALID"


class OffsetInvalid(SurrogateError):
    """A mention lies outside its text, or is empty."""

    code = "OFFSET_INVALID"


class CrossingMentions(SurrogateError):
    """Two mentions overlap without one holding the other."""

    code = "CROSSING_MENTIONS"


class ConstraintInvalid(SurrogateError):
    """A constraint of an unknown kind, or whose value makes no sense."""

    code = "CONSTRAINT_INVALID"


class SurrogateRefused(SurrogateError):
    """A surrogate typed by a person that may not be used: it would show an original."""

    code = "SURROGATE_REFUSED"


class HeldBack(SurrogateError):
    """A replaced dialogue that would show an original, asked for as if it could leave."""

    code = "HELD_BACK"


class ProbabilityInvalid(SurrogateError):
    """A probability or a distribution outside its range."""

    code = "PROBABILITY_INVALID"


class KeyMissing(SurrogateError):
    """No key to draw with."""

    code = "KEY_MISSING"
