"""Messages to tablets: the newest states, as steps, in their language, to each only what it may know."""
