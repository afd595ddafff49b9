"""Amounts that make one another: a sum, a half, so many times, a rounding; they do so afterwards.

`totals` finds them and solves them together; amounts are read and said by `numbers.amounts`.
"""
