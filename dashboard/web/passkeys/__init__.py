"""Passkeys: a person's own key for a place at the table, where somebody wants more than a link."""
