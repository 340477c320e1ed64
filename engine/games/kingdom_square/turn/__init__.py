"""A turn from its start to its end: phases, moves, battles, skills, responses."""
