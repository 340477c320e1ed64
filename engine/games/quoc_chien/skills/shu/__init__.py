"""Skills of the generals of Shu: one page for each skill."""
