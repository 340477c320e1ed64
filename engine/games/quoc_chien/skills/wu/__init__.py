"""Skills of the generals of Wu: one page for each skill."""
