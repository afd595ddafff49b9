"""Tables (CSV, TSV): which column is what, and the reader and writer."""
