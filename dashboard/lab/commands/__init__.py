"""The lab's commands: `bench`, and `footage add`."""
