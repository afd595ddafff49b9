"""How tests read a page: where its template breaks lines is none of their business."""

import re

VOID = {"input", "br", "img", "path", "rect", "circle", "meta", "link", "wbr"}  # opens nothing


def squeezed(html: str) -> str:
    """The page on one line, without the white space beside its tags."""
    return re.sub(r" ?(</?|/?>) ?", r"\1", re.sub(r"\s+", " ", html))


def roots(html: str) -> int:
    """How many elements stand side by side in a fragment."""
    depth = count = 0
    for close, name, rest in re.findall(r"<(/?)([a-zA-Z][\w-]*)([^>]*)>", html):
        if name in VOID or rest.endswith("/"):
            continue
        count += depth == 0 and not close
        depth += -1 if close else 1
    assert depth == 0
    return count
