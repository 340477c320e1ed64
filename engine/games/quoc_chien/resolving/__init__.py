"""What is resolved: phases, cards, damage, dying, judgments, reveals; each a frame."""
