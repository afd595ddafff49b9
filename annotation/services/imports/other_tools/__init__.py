"""Work of other tools on its way in: texts that they replaced or labelled, and what they found in
dialogues that are here."""
