"""The club's pages: boards to look at and turns to sign in a browser, drawn from the same sheets as terminal and mail."""
