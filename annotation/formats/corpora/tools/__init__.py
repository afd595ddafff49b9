"""Formats of other labelling tools and of tagger training: what a tool keeps beside text and spans
comes back on writing. `layout` and `texts` are shared by them."""
