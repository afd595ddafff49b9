"""What letters tell of a name or a code: said, heard, read aloud, as initials, in an address."""
