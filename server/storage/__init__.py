"""How the club's database is reached: engines, who writes when, and statements that SQL alone does not have."""
