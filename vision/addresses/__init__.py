"""Addresses of cameras and streams as users write them. It imports no pixels."""
