"""Suggestions are told apart too: those of a little thought each day, those of long thought at night."""

from tests.thought import thought

__all__ = ["thought"]
