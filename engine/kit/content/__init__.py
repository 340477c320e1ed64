"""Content as data: cards and skills in YAML, read into records, with their effects, texts a page of them."""
