"""The edge: cameras at work, their pace, events, reports, kept pictures, and the service on the bus."""
