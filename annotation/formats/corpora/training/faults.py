"""What can be wrong with files that other programs train from: the sentences of these readers."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

NO_PARQUET = Fault("parquet", N_("the file is no Parquet, or is damaged"))
NO_COLUMNS = Fault(
    "parquet",
    N_("the table has no columns id and turns of the types that we write"),
    N_("a table that antifaz wrote"),
)
TOO_LARGE = Fault(
    "archive_ratio",
    N_("the table unpacks to more than %(most)s MiB"),
    N_("several smaller files"),
    413,
)
NO_DOCBIN = Fault("docbin", N_("the file is no DocBin of spaCy, or is damaged"))
