"""Mail that comes in: read, proved, carried out once, answered once."""
