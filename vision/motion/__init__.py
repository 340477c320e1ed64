"""Stage 7, motion: pictures that need no reading, and hands and other things that occlude the board."""
