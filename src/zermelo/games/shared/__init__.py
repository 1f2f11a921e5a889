"""Code that several games use. No game imports from another."""
