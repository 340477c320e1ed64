"""One file that holds all that a table must not lose, and a data folder that comes back from it."""
