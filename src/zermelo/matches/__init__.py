"""Matches of many games: the schedule, the referee, the result file, and the statistics of playing strength."""
