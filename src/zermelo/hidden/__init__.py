"""Hidden information: game trees with information sets, policies, best responses and equilibria."""
