"""Backups: one file with everything that a table must not lose, and restoring a data folder from it."""
