"""The REST doors: shape in, answer out."""
