"""Recall, counted as harm is: items, persons and dialogues of which anything stays readable, with
intervals over dialogues. `annotation.services.evidence.recall` gives it turns and keeps
what comes out.
"""
