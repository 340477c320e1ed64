"""Recorded matches as pictures and films."""
