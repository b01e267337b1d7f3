"""Nicodemus: a duel of two tinkerers over one shared heap of broken machines."""
