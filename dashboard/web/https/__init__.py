"""Pages by HTTPS: a certificate authority of the table's own, and the files that make devices trust it."""
