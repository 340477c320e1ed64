"""What attacks, cards and skills do: answers, hits, losses, and what they leave on units."""
