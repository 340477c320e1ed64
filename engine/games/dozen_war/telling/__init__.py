"""A position as tables, pages, bots, scenarios and files have it."""
