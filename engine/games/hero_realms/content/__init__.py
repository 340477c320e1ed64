"""The cards as data: what stands on them, and the vocabulary in which it says what they do."""
