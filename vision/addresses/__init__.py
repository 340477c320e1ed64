"""Addresses of cameras and streams as users write them. Imports no pixels."""
