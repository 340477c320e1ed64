"""The vocabulary: each effect of skills, cards, events and tokens, with all of its code."""
