"""boardgame.io with its file store, measured beside our own server."""
