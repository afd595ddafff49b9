"""The large taggers (BERT, flair), trained in a process of their own, and which kinds there are.
Called by the services that train, open and run models; imports `crf` and `metrics`. torch,
transformers and flair are imported when a tagger trains or opens weights."""
