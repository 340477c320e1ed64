"""Tokens, cards, events: what a match has beside its pieces, and what chance decides."""
