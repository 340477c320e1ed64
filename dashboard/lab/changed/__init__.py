"""Kept films with their truth, seen and judged under changed light and lenses."""
