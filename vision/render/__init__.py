"""The renderer: it draws a board with its pieces as a camera would see them, and gives the ground truth."""
