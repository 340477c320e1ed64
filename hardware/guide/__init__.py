"""A picture for each step of the guides to a board, drawn from the boards' files and the parts' sizes."""
