"""A distribution that somebody names on the command line: `uniform:N`, or a file of numbers.

Called by `services.evidence.epsilon`.
"""

import json
import math

from annotation.evidence.errors import EvidenceError
from surrogates.privacy import uniform

UNIFORM = "uniform:"
MOST = 10_000_000  # candidates of `uniform:N`
_OFF = 1e-6  # how far a sum may be from 1: numbers are written with few decimals


def uniform_of(named: str) -> list[float]:
    """The distribution that "uniform:100" names. Raises: EvidenceError."""
    size = named.removeprefix(UNIFORM)
    is_short = len(size) <= len(str(MOST))  # endless figures are no number to Python
    if not (is_short and size.isascii() and size.isdigit() and 1 <= int(size) <= MOST):
        raise EvidenceError(f"{named}: expected uniform:N with N from 1 to {MOST}")
    return uniform(int(size))


def parse_pi(text: str, name: str) -> list[float]:
    """The probabilities of a file: a JSON list, or a line each, of which the last column counts.

    `name` is what the file is called in an error. Raises: EvidenceError.
    """
    pi = _listed(text, name) if text.lstrip()[:1] == "[" else _lines(text, name)
    if not pi:
        raise EvidenceError(f"{name}: no probability; expected one or more that sum to 1")
    if min(pi) < 0 or not all(map(math.isfinite, pi)):
        raise EvidenceError(f"{name}: a negative or endless probability; expected 0 to 1")
    total = math.fsum(pi)
    if abs(total - 1) > _OFF:
        raise EvidenceError(f"{name}: the probabilities sum to {total:.6g}; expected 1")
    return pi


def _listed(text: str, name: str) -> list[float]:
    try:
        values = json.loads(text)
        if any(isinstance(value, str | bool) for value in values):
            raise ValueError
        return [float(value) for value in values]
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise EvidenceError(f"{name}: no list of numbers; expected [0.5, 0.3, ...]") from None


def _lines(text: str, name: str) -> list[float]:
    if "\t" not in text:  # numbers alone, as most files are, at once
        try:
            return list(map(float, text.split()))
        except ValueError:
            pass  # line by line: which one it is
    pi = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            pi.append(float(line.split("\t")[-1]))
        except ValueError:
            raise EvidenceError(f"{name}:{number}: no number; expected a probability") from None
    return pi
