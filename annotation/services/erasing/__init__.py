"""Erasing dialogues, persons, accounts and projects, and the ledger that a backup is run against.
Called by views, commands and the administration site; may import every room except standalone."""
