"""What is said of a name besides single letters: its words, its ends, a letter that stands twice."""
