"""What the server does; nothing here knows of HTTP."""
