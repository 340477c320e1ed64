"""The web part: a page a table shares, a WebSocket to every tablet. Knows no rules: shows what it's given."""
