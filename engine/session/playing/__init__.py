"""The events at a table, their results, and the verdicts about them."""
