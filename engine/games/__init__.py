"""The games, one folder each, and their registry."""
