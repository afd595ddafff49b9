"""Corpora and what people and models say of them: tables, formats, services, commands."""
