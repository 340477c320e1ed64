"""Phones that are cameras of the table: their page, their line, and the way of their pictures."""
