"""Where units may go, what they may hit, and what lies under the mountains."""
