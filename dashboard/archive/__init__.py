"""Work over many recorded matches: judging them again, here or on a cluster, and counting over them."""
