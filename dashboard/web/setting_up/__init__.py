"""The pages that set up a table: the start of a match, lessons, decks, cameras, the doctor's report."""
