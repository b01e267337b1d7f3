"""Pebbles: a tiny game without secrets, without chance and without shared wins, from outside the house."""
