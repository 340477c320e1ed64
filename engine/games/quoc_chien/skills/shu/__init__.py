"""Skills of the generals of Shu: a page a skill."""
