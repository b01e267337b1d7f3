"""What every registered game must hold, checked on random playouts; `suite` runs it, `checks` says it."""
