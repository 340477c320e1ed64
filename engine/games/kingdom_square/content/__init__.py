"""The cards as data, and the words of their effects."""
