"""Runs a table's services as processes: starts, watches, restarts and stops them, and leaves none behind."""
