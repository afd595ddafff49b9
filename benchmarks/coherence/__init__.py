"""An open benchmark of coherence: dialogues in six languages, rules that any right answer
fulfils, and engines side by side. `python -m benchmarks.coherence`; README.md has the format.
"""
