"""Simulated matches for the referee's score card: people, hands and eyes, with all that goes wrong known.

At the level of looks and device events, not of pixels; the same seed gives the same evening.
"""
