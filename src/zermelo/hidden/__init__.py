"""Hidden information: worlds and play by them; game trees with information sets, policies and equilibria."""
