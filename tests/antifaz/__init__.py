"""Tests of the Python interface and of the command `antifaz`."""
