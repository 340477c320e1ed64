"""Measures the numbers that the README states, mostly as ratios to a reference in the same run."""
