"""Everything that the pages show as words, in a reader's language: sentences, texts, rules, cards."""
