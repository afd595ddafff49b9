"""Use that is left, and what models remember: material, laboratory, measurements."""
