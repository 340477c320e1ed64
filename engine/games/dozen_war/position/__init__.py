"""What a position is: pieces, field, standing, marks, holdings, and what a match is played with.

Values, and what follows from them alone: nothing here knows what acts on a position.
"""
