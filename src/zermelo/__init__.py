"""Zermelo: write a game in plain Python; play it, solve it, and see why."""
