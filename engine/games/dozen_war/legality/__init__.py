"""Which actions are legal, and every rule that one which isn't breaks."""
