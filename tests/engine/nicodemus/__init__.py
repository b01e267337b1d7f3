"""Tests of Nicodemus, named after the paragraphs of its rulebook."""
