"""Notes left at the table: what to play when one is asked, as long as it still means what it meant."""
