"""The hall: one page with all tables that are on a broker."""
