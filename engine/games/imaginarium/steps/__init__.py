"""The paragraphs of play, in the order of the rulebook."""
