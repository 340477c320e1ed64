"""Reads and judges kept films with known truth under changed light and lenses."""
