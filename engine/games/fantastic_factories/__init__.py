"""Fantastic Factories: a market in turn order, work with dice at the same time, alone against the Machine or up to five."""
