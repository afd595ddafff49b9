"""Replacing a corpus that outgrows a machine: a job of Spark, `python -m antifaz.spark`.

Needs the extra `spark`. What is done to lines is what `antifaz.pseudonymise_lines` does.
"""
