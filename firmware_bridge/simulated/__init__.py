"""A board without hardware: the firmware's behaviour in Python, and a pseudo-terminal to plug it into."""
