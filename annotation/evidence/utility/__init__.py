"""What a corpus is still worth: models learn from originals and from what each strategy makes of
them, and are asked about texts that they have not seen. A result holds figures and names of
labels."""
