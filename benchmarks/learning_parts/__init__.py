"""The parts of `benchmarks/learning_round.py`, each of which runs in a process of its own."""
