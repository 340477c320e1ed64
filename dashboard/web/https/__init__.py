"""Pages by HTTPS: a certificate authority of the table's own, what devices must be given to trust it."""
