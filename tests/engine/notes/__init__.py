"""Notes left at the table: the language, how they are worked out, and when they fire."""
