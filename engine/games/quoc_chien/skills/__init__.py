"""Skills of generals: the registry, the skills' interface, and each kingdom's skills."""
