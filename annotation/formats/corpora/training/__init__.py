"""Formats from which other programs train: columns of Parquet, and spaCy's DocBin."""
