"""How the people at a table want their pages, kept by their names."""
