"""Skills of the generals of Qun: a page a skill."""
