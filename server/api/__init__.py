"""The REST doors: one blueprint per resource, shape in, answer out."""
