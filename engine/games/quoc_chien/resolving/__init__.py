"""Everything that is resolved in steps: phases, cards, damage, dying, judgments, reveals."""
