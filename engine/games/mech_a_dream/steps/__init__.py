"""The paragraphs of play, one file each."""
