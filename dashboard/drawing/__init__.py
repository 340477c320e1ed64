"""What a look's words become: outlines, symbols, portraits and cards' art as values."""
