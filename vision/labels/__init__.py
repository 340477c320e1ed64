"""Stage 8, labels: labels without quads, and unread labels."""
