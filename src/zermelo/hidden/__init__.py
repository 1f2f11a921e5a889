"""Games with hidden information: the worlds that a player considers possible, and play by them."""
