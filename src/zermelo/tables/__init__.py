"""Tables on disk: the value of every position of a game, or of every position with few pieces."""
