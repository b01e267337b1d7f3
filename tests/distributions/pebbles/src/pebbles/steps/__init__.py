"""The paragraphs of play."""
