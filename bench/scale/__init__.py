"""A club of the size of the internet: a generated database, what is measured on it, and a model made from the figures."""
