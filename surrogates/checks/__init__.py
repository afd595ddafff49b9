"""A curator's decisions, and what a curator should look at on the finished dialogue.

Called by `engine` and services; imports `people`, `numbers`, `dates` and what lies below them."""
