"""Skills of generals: the registry, what any skill may say, and each kingdom's named handlers."""
