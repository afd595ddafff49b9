"""Surrogates for the sensitive mentions of a dialogue: strategies, coherence, issues, leaks."""

from surrogates.codes import ConstraintKind, IssueCode
from surrogates.engine import Knowledge, pseudonymise, pseudonymise_corpus
from surrogates.errors import HeldBack, SurrogateError
from surrogates.policies import STRATEGIES
from surrogates.search.originals import Originals
from surrogates.types import Constraint, Dialogue, Issue, Leak, Mention, Result, Turn

__all__ = [
    "STRATEGIES",
    "Constraint",
    "ConstraintKind",
    "Dialogue",
    "HeldBack",
    "Issue",
    "IssueCode",
    "Knowledge",
    "Leak",
    "Mention",
    "Originals",
    "Result",
    "SurrogateError",
    "Turn",
    "pseudonymise",
    "pseudonymise_corpus",
]
