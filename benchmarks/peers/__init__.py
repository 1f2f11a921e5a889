"""Other libraries' alpha-beta on connect four, each as it comes from PyPI."""
