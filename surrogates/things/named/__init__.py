"""How organisations and streets are drawn, and how they are said in part.

Called by `things.draws` and `things.groups`; a name of these is a kind, which stays, and words that
name one of the kind."""
