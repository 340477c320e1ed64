"""Simulates matches for the referee's score card, with people and sensors whose every mistake is known.

The simulation makes looks and device events, not pixels. The same seed gives the same match.
"""
