"""Content packs: generals, cards, events and tokens as checked data files, never as code."""
