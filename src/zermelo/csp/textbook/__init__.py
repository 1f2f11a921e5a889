"""The algorithms of the lecture, each following its pseudocode, on any problem; every step can be logged."""
