"""Relatives: who is whose, and what they are called."""
