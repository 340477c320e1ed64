"""Attacks, cards and skills carried out: answers, hits, losses, and the marks that they leave on units."""
