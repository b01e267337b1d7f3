"""What every game shares: types, driver, chance, notation, sheet, table, errors."""
