"""Content as data: cards and skills in YAML, read into records with effects and texts, and a page of them."""
