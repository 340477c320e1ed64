"""Skills of the generals of Wu: a page a skill."""
