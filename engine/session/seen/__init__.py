"""The agreement of the sources: one settled sighting, and the touches of hands before it."""
