"""Measurements of what the README states, as ratios to a reference measured in the same run."""
