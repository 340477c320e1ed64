"""The cards as data, and the words in which they say what they do."""
