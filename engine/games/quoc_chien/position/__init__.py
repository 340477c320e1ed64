"""The position: zones, state, seats and distances, kingdoms, actions."""
