"""What a stranger, a thief of a key or a poisoned mail might try, and what comes of it."""
