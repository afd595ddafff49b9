"""The parts of `benchmarks/active_learning.py`: its targets, and the loop as a project has it."""
