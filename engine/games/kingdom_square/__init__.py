"""KingdomSquare: heroes and units on seven by seven tiles, skills from a book."""
