"""What the words around a name say of it: gender, a predicate, another name in the same breath.

Called by the modules of `people` and of the rooms above; imports nothing of `people` but entities.
"""
