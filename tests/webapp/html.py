"""How tests read a page: where its template breaks lines is none of their business."""

import re


def squeezed(html: str) -> str:
    """The page on one line, without the white space beside its tags."""
    return re.sub(r" ?(</?|/?>) ?", r"\1", re.sub(r"\s+", " ", html))
