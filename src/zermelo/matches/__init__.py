"""Many games: who plays whom, the referee, the results as a file, and what they say about strength."""
