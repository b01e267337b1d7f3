"""Foundry: a made-up game, small enough to read in one sitting, with every hard thing in it once."""
