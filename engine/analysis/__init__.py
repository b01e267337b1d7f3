"""A game looked at afterwards: who stood how, which turns swung it, and what was luck."""
