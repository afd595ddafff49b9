"""Fixtures of the team's pages."""

from tests.flows.hands import keyboard, tongue

__all__ = ["keyboard", "tongue"]
