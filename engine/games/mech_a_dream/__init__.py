"""Mech A Dream: two to four workshops build dream machines, by day with assistants and by night with robots."""
