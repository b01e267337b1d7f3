"""The rules of Imaginarium, paragraph by paragraph."""
