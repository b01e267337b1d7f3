"""Fantastic Factories, paragraph by paragraph."""
