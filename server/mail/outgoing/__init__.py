"""Mail that goes out: what it is written from, its kinds, its form, and the way to a mail server."""
