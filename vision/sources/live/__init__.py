"""Cameras at this machine and streams: pictures that come by themselves."""
