"""Words of places: streets, landscape, the article of a country, the inhabitants of a town.

Each module answers for one kind from the tables of a `Lexicon`, and knows none of the others.
"""
