"""Skills of the generals of Qun: one page for each skill."""
