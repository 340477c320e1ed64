"""What the sources saw: one settled sighting, and what hands did before it."""
