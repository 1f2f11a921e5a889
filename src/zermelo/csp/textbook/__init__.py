"""The algorithms of the lecture, each as its pseudocode says, on any problem; every step can be logged."""
