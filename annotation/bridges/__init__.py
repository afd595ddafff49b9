"""Dialogues of files as the values of the algorithms, and back: pure. `annotation.convert` does
the same for rows."""
