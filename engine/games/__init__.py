"""The games, one folder each; engine/registry.py lists them."""
