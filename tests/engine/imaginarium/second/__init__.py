"""Imaginarium a second time, from the rulebook alone: it shares neither code nor data with the engine."""
