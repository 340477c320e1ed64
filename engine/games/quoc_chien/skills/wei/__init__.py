"""Skills of the generals of Wei: one page for each skill."""
