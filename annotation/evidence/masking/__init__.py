"""Masked text measured as the benchmarks of anonymisation do: entities of TAB, subjects of SPIA.
Called by `benchmarks/masking.py`."""
