"""What can be wrong with a table; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.formats.faults import EMPTY
from annotation.translatable import N_

QUOTES = Fault(
    "table_row",
    N_("a row that begins here has a quote that does not close, or a line end outside quotes"),
    N_('a cell with a quote, a line end or the separator in it between "quotes", its quotes twice'),
)
CELL_TOO_LONG = Fault(
    "table_row",
    N_("a cell of the row that begins here has more than %(most)s characters"),
    N_("shorter cells; a quote that does not close takes all that follows into its cell"),
    413,
)
RAGGED_ROW = Fault(
    "table_row", N_("the row has %(n)s cells"), N_("%(most)s cells in every row, as in the header")
)
CELL_SPANS = Fault(
    "table_spans",
    N_("the labels of the row cannot be read"),
    N_("4:7:name, a semicolon between several: start, end and label; or a list of them in JSON"),
)
NO_TEXT_COLUMN = Fault(
    "table_column",
    N_("no column is known to hold the text"),
    N_('a header that names one "text", a choice on the page, or "--columns text=NAME"'),
)
NO_COLUMN = Fault(
    "table_column",
    N_("the column that was named for %(role)s is not there, or stands for something else"),
    N_("a name of the header for each, all different"),
)
COLUMN_TWICE = Fault(
    "table_column", N_("two columns have the same name"), N_("a header with a name for each column")
)
MANY_COLUMNS = Fault(
    "table_column", N_("the table has %(n)s columns"), N_("at most %(most)s columns")
)
MANY_ROWS = Fault(
    "table_row", N_("there are more turns than a sheet has rows"), N_("at most %(most)s"), 413
)
NO_WORKBOOK = Fault(
    "workbook", N_("this is no workbook"), N_("XLSX, as spreadsheets of today write it")
)
BROKEN_SHEET = Fault(
    "workbook",
    N_("the sheet cannot be read from this row on"),
    N_("a whole workbook: open it in a spreadsheet and save it again, or save it as CSV"),
)
SCATTERED = Fault(
    "table_scattered",
    N_("the table is too large for rows of one dialogue to stand apart"),
    N_("a table sorted by its column of ids, or at most %(most)s MiB"),
    413,
)
MIXED_TABLES = Fault(
    "mixed_tables",
    N_("the dialogues come from tables with different columns"),
    N_("another format, as JSONL, or dialogues of one table"),
)
# Those of a whole table, all told before its first dialogue: none of it is read, and what stands
# beside it in a zip may be.
OF_A_TABLE = frozenset(
    {
        *(QUOTES, CELL_TOO_LONG, NO_TEXT_COLUMN, NO_COLUMN, COLUMN_TWICE, MANY_COLUMNS),
        *(NO_WORKBOOK, BROKEN_SHEET, SCATTERED, EMPTY),
    }
)
