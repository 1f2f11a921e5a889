"""How programs that play games talk to each other: UGI, UCI, GTP and NBoard, line by line."""
