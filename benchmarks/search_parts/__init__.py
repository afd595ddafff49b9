"""Parts of `benchmarks/release_search.py`."""
