"""What the words themselves tell: one word twice, its meaning, its gender, its trade."""
