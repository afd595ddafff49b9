"""Which names are one person's: short forms, nicknames, names heard wrong, relatives.

`links` gathers the rules; each of the others is one of them, or what is known of a slip.
"""
