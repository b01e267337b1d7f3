"""Whole games through real processes."""
