"""What tablets are told: the newest states, as steps, in their language, to each only what it may know."""
