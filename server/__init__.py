"""The turn server: games stored, turns accepted, players told."""
