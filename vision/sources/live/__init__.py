"""Live sources: cameras at this machine, phones and streams. Their pictures come by themselves."""
