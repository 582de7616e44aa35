"""The browser's table: a server that owns the only true states, and the page that it serves."""
