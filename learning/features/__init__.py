"""What a tagger sees of a token, as arrays: attributes, word classes, second-stage features.
Called by `crf` and the rooms above it; imports only the modules in the root of `learning`."""
