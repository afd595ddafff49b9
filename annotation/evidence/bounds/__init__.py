"""What Lemma 1 of [Adelani20] says of a corpus, label by label, and where it says nothing. Pure;
`services.evidence.epsilon` fills it and pages and commands print it."""
