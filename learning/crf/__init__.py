"""The CRF tagger: pool, training from nothing or warm, marginals, model files, threshold, probe.
Called by the rooms above it and by services; imports `features` and no other room."""
