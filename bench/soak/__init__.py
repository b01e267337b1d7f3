"""Soak: people play all games over HTTP and mail for some minutes while everything around the server breaks.

At the end every game verifies, no acknowledged turn is missing or stored twice, and no mail is lost.
"""
