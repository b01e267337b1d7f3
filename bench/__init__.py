"""Benchmarks: every line is a ratio of two things measured in one run, with its bar beside it."""
