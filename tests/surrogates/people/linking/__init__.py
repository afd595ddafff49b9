"""Which mentions are of one person, and who is called alike."""
