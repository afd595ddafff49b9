"""Fixtures of the labelling page."""

from tests.flows.hands import keyboard, tongue

__all__ = ["keyboard", "tongue"]
