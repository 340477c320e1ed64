"""A position in the form for tables, pages, bots and scenarios."""
