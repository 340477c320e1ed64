"""The atoms that cards are made of. `content/vocabulary.py` finds them in these files, without a list."""
