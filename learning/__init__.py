"""Taggers that learn from labels, and which turns to label next. Knows no Django and no tables."""
