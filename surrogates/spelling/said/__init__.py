"""What is said of a name besides single letters: words, ends, a letter that stands twice."""
