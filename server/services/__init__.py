"""What the server does, whichever door it came through; nothing here knows of the web."""
