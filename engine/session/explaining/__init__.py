"""The meaning of a sighting: lines of play, their likelihoods, and other plays that may be meant."""
