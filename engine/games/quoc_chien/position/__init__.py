"""What a position is: zones, state, seats and distances, kingdoms, actions."""
