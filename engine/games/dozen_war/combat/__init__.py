"""Attacks, answers, hits, losses, and what they leave on units."""
