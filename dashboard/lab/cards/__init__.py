"""Measures how well cards are read on a rendered table, and the cost of a larger dictionary of tags."""
