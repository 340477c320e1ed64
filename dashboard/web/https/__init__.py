"""Pages by HTTPS: the table's own certificate authority, and the files that make devices trust it."""
