"""Label schemes: which categories a project has, the key of each, its colour family, what it means.

Pure data, one scheme a module, and a few pure functions; all of it is imported from here.
"""

from annotation.schemes.coarse import COARSE
from annotation.schemes.code_alltag import CODE_ALLTAG
from annotation.schemes.es_port import ES_PORT
from annotation.schemes.guesses import guess_family, guess_scheme, make_scheme
from annotation.schemes.hipaa import HIPAA
from annotation.schemes.known import SCHEMES
from annotation.schemes.levels import ancestors, at_level, depth, in_tree_order
from annotation.schemes.meddocan import MEDDOCAN
from annotation.schemes.values import (
    FAMILIES,
    FREE_KEYS,
    IDENTIFIERS,
    RESERVED_KEYS,
    LabelValue,
    Scheme,
    is_free,
    is_key,
    spare_keys,
)

__all__ = [
    "COARSE",
    "CODE_ALLTAG",
    "ES_PORT",
    "FAMILIES",
    "FREE_KEYS",
    "HIPAA",
    "IDENTIFIERS",
    "MEDDOCAN",
    "RESERVED_KEYS",
    "SCHEMES",
    "LabelValue",
    "Scheme",
    "ancestors",
    "at_level",
    "depth",
    "guess_family",
    "guess_scheme",
    "in_tree_order",
    "is_free",
    "is_key",
    "make_scheme",
    "spare_keys",
]
