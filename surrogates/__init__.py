"""Surrogates for the sensitive mentions of a dialogue: strategies, coherence, issues, leaks."""

from surrogates.engine import pseudonymise
from surrogates.policies import STRATEGIES

__all__ = ["STRATEGIES", "pseudonymise"]
