"""Foundry, rule by rule."""
