"""Numbers that count or measure something: which stay as they are, and what others may become."""
