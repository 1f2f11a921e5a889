"""What several games use. No game imports from another: what two of them need is here."""
