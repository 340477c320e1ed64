"""What players and chance do, as values, and how they are written."""
