"""Fixtures of the stories of evidence."""

from tests.flows.hands import keyboard, tongue

__all__ = ["keyboard", "tongue"]
