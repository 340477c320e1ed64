"""Rounds of a tournament: pairings, results, standings. Pure, but for the file that keeps them."""
