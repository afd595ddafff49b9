"""Decisions between readers who differ, and the page on which a curator takes them.
Called by views and the API; imports labelling and corpus."""
