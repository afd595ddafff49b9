"""Tests of Antifaz inside other tools."""
