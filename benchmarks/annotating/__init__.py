"""Parts of the benchmark of annotating (`benchmarks/labelling.py`); none runs by itself."""
