"""The pages' words: sentences in a reader's language, catalogues and rule sentences as JSON."""
