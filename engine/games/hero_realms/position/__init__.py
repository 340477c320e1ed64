"""A position: zones, state, actions, and sides with the players that they may attack."""
