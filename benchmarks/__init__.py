"""Figures of speed, memory and learning, a script each, and what makes the demo's two corpora."""
