"""The pages' words: sentences in a reader's language, texts and rule sentences as JSON."""
