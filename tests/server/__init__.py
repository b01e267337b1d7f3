"""Tests of the server against real databases."""
