"""What a position is: zones, state, actions, sides and whom they may attack."""
