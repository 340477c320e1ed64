"""Stage 9, cells: what stands in each cell, what is in doubt there, and how sure that is."""
