"""Tests of what is installed: the tree of a wheel, and wheels beside other packages."""
