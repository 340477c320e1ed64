"""Skills of the generals of Wei: a page a skill."""
