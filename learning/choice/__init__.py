"""Which utterances to label next: seeds, query strategies, uncertainty, units and what they cost.
Called by `rounds`, `stopping`, `simulation` and services; imports `crf` and `features`."""
