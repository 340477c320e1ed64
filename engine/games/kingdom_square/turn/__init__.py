"""What happens in a turn: phases, moves, battles, skills, responses."""
