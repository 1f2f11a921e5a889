"""What English and international draughts share: the squares, the pieces, positions and moves as text, the picture."""
