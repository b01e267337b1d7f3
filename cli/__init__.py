"""The command-line client: what a player types."""
