"""What becomes of a dialogue that leaves: rules, its new form, the search of it. No Django."""
