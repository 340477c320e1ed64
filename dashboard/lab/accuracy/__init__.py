"""Measures how well vision reads rendered boards with known truth; each condition has a floor to reach."""
