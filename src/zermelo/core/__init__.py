"""The vocabulary that all rooms share: games, answers, limits, values, traces, errors and text."""
