"""Passkeys: a person's own key for a place at the table, for tables where a link alone isn't safe enough."""
