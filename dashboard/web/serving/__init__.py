"""The web service: its application, addresses, pages, and what browsers may ask."""
