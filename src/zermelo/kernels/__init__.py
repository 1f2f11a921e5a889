"""Search loops that run at both speeds: as ordinary Python, or compiled together with a game's rules."""
