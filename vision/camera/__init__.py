"""The edge: cameras at work, their pace, events, reports and kept pictures, and the service for the bus."""
