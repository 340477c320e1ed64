"""Somebody's own pieces: each gets the printed label that a photograph shows on it."""
