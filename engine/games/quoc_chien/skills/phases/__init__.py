"""Skills of the phases of a turn."""
