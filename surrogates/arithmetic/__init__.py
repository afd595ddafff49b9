"""What numbers of a dialogue make together, whatever their labels: ages, years, counts, amounts.

`quantities` reads them, `equations` says which belong together by no chance, `mending` writes those
anew that no longer do. The closing check (`checks.relations.numbers.sums`) tells of the rest by the
same equations.
"""
