"""A position in the form for pages, scenarios and bots."""
