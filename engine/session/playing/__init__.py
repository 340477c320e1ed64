"""What happens at a table, what comes of it, and what is told of it."""
