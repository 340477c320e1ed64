"""Work over many recorded matches at once: judged again here or on a cluster, and counted."""
