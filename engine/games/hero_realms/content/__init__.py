"""The cards as data: the print on them, and the vocabulary of their effects."""
