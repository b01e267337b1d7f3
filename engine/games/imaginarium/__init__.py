"""Imaginarium: two to five handymen repair, combine and use the machines of the Bric-a-brac."""
