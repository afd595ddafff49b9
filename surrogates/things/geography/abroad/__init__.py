"""Towns and regions of other countries, and of those that share the language.

Called by `things.geography`, `things.draws` and `things.replacement`.
"""
