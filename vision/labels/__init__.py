"""Stage 8, labels: labels without quads, labels nobody could read, print that is no label."""
