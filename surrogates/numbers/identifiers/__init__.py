"""What each kind of number is like: checksums, plates, telephones by class, machines, free ranges.

Called by the steps of `numbers`; of those it imports the board and how words are written only."""
