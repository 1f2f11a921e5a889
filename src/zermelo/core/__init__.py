"""The vocabulary that all packages share: games, answers, limits, values, traces, errors and text."""
