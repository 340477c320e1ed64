"""Stage 8, labels: labels without quads, unread labels, and print that looks like a label."""
