"""What stays in a released text and tells: details that are left, how many people they fit, rare
words, dialogues that one utterance finds. Called by `services.evidence.remains`."""
