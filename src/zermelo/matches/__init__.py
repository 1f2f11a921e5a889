"""Matches of many games: the schedule, the referee, result files, and what the results say about strength."""
