"""The mail door: composing, sending, receiving."""
