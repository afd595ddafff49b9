"""The schemes that a project may start from, by name, in the order of the form."""

from collections.abc import Mapping

from annotation.schemes.coarse import COARSE
from annotation.schemes.code_alltag import CODE_ALLTAG
from annotation.schemes.es_port import ES_PORT
from annotation.schemes.hipaa import HIPAA
from annotation.schemes.meddocan import MEDDOCAN
from annotation.schemes.values import Scheme

SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme for scheme in (ES_PORT, CODE_ALLTAG, MEDDOCAN, HIPAA, COARSE)
}
