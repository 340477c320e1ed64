"""The parts of a match: the opening, a side's turn, the effects of cards, eliminations."""
