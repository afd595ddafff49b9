"""Epsilon of each label, or why there is none: from lists and recall, and said in words."""
