"""Bots that imagine how the rounds to come may go on, on many deals, within a fixed number of moves."""
