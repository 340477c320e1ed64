"""A position as tables, pages, bots and scenarios have it."""
