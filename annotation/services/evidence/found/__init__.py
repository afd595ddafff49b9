"""What recall is measured on, and what leaves: rows as values of `annotation.evidence.recall`.
Called by `services.evidence.recall`.
"""
