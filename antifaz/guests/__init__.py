"""Antifaz inside other tools: one module a tool, over what `antifaz` itself can do.

`label_studio` and `inception` are servers that `antifaz guest` starts; `presidio` and `spacy` are
imported by who has those libraries. No text is kept or logged by any of them.
"""
