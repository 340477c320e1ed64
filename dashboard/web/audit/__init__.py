"""The log of actions at a table: kept in a file, and shown to the arbiter."""
