"""Attacks that look for what was missed: a real item among surrogates."""
