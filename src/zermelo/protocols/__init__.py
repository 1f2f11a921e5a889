"""Line-based protocols between game-playing programs: UGI, UCI, GTP and NBoard."""
