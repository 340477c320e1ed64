"""Our own renderer: a board with its pieces as a camera would see them, with the truth beside."""
