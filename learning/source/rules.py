"""A source without a model: identifiers that prove themselves by a checksum or by their form.

IBANs, cards (Luhn), Spanish DNI, NIE and CIF (python-stdnum), e-mail addresses, phone numbers. A
rule knows its own words and nothing else: of every other word it has told nothing.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import stdnum.iban
import stdnum.luhn
from stdnum.es import cif, dni, nie

from learning.source.alignment import told_of_spans
from learning.told import Told
from learning.types import Card, Progress, Span, Utterance

VERSION = "rules-1"
PROVEN, LIKELY = 0.99, 0.8  # by a checksum or an unmistakable form; by form alone
_GAP = r"[ .-]?"
_SIGNS_BETWEEN = re.compile(r"[ .()-]")


@dataclass(frozen=True)
class Rule:
    """Where to look for an identifier, and what proves it (of the signs without gaps)."""

    label: str
    form: re.Pattern[str]
    proves: Callable[[str], bool] = lambda signs: True
    score: float = PROVEN


def _is_card(signs: str) -> bool:
    return len(signs) >= 13 and len(set(signs)) > 1 and bool(stdnum.luhn.is_valid(signs))


# In order: the first that fits takes the place.
RULES = (
    Rule("EMAIL", re.compile(r"(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[^\W\d_]{2,}(?![\w-])")),
    Rule(
        "IBAN",
        re.compile(rf"(?<!\w)[A-Za-z]{{2}}\d{{2}}(?:{_GAP}[A-Za-z0-9]){{11,30}}(?!\w)"),
        stdnum.iban.is_valid,
    ),
    Rule("CARD", re.compile(rf"(?<![\w.-])\d(?:{_GAP}\d){{12,18}}(?!\w)"), _is_card),
    Rule("DNI", re.compile(rf"(?<!\w)\d{{1,2}}{_GAP}\d{{3}}{_GAP}\d{{3}}{_GAP}[A-Za-z](?!\w)"),
         dni.is_valid),
    Rule("NIE", re.compile(rf"(?<!\w)[XYZxyz]{_GAP}\d{{7}}{_GAP}[A-Za-z](?!\w)"), nie.is_valid),
    Rule("CIF", re.compile(rf"(?<!\w)[A-HJNP-SUVWa-hjnp-suvw]{_GAP}\d{{7}}{_GAP}\w(?!\w)"),
         cif.is_valid),
    Rule("PHONE", re.compile(r"(?<![\w+])(?:\+|00(?=[1-9]))\d{1,3}"
                             r"(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\w)"),
         lambda signs: 8 <= sum(sign.isdigit() for sign in signs) <= 15, LIKELY),
    Rule("PHONE", re.compile(r"(?<![\w.,-])[6-9]\d{2}(?:[ .-]?\d{2,3}){2,3}(?![\w,-])"),
         lambda signs: len(signs) == 9, LIKELY),
    Rule("PHONE", re.compile(r"(?<![\w.,-])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])"),
         lambda signs: True, LIKELY),
)  # fmt: skip
LABELS = tuple(dict.fromkeys(rule.label for rule in RULES))


def identifiers(text: str) -> list[Span]:
    """What the rules find in a text, in order of the rules; none overlaps another.

    >>> [(span.start, span.end, span.label) for span in identifiers("mi DNI es 12345678Z")]
    [(10, 19, 'DNI')]
    >>> identifiers("pedido 12345678A")
    []
    """
    spans: list[Span] = []
    for rule in RULES:
        for match in rule.form.finditer(text):
            start, end = match.span()
            if any(span.start < end and start < span.end for span in spans):
                continue
            if size := _proven(rule, match[0]):
                spans.append(Span(start, start + size, rule.label, rule.score))
    return spans


def _proven(rule: Rule, found: str) -> int:
    """How much of what has the form is proven: groups at its end may be other words. 0: nothing."""
    while found:
        if rule.proves(_SIGNS_BETWEEN.sub("", found)):
            return len(found)
        found = found[: max(found.rfind(sign) for sign in " .-") + 1].rstrip(" .-")
    return 0


@dataclass(frozen=True)
class RulesSource:
    """The rules as a source; `labels`: those of them that count, all if none are named."""

    labels: tuple[str, ...] = LABELS
    card: Card = field(default_factory=lambda: Card(kind="rules", name="rules"))

    @property
    def version(self) -> str:
        return "-".join((VERSION, *sorted(self.labels)))

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        texts = [utterance.text for utterance in utterances]
        found = [
            [span for span in identifiers(text) if span.label in self.labels] for text in texts
        ]
        unread: list[np.ndarray] = []
        told = told_of_spans(texts, found, unread, self.labels)
        read = [chances > 0 for chances in told.sensitive]
        return Told(told.sensitive, read, told.labels, told.shares)
