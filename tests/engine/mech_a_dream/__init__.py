"""Tests of Mech A Dream, named after the paragraphs of its rulebook."""
