"""The engine: drives the search kernels, with iterative deepening for an analysis and null windows for a proof."""
