"""The parts of `benchmarks/stopping.py`: rounds as they are kept, and how they are made."""
