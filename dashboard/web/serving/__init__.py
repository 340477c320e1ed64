"""The web service: its application, its addresses, its pages, and the requests that browsers may send."""
