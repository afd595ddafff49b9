"""What cannot be measured, and why: one sentence, with the file or dialogue where there is one."""


class EvidenceError(Exception):
    """Nothing was written; the sentence says what was found and what was expected."""
