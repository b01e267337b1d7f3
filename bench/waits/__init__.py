"""How many waits a game costs by mail, and how many of them notes save: bots in the players' place."""
