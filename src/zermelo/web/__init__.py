"""The page: games to play and to analyse, in a browser on the same machine.

- server.py: the server itself
- app.py: the application: the files of the page and one WebSocket
- access.py: access control by token, cookie, host and origin
- messages.py: the messages of the WebSocket, with their fields and limits
- session.py: the session of one tab: quick requests, and one search at a time
- background_search.py: the thread of that search
- gallery.py: the games that the page may name
- positions.py, analyses.py: a position and an analysis as data for the page
- move_judgement.py: judges a move by the analyses so far
- levels.py: the playing strengths of the computer
- thinking.py: analyses that stream their results while they deepen
- solutions.py: exact values
- match_file.py: the result file of a match
- records.py: converts played games between the page's format and records
- static/: the page itself: plain JavaScript modules, without a build step or external resources
"""
