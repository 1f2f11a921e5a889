"""The page: games to play and to look into, in a browser on the same machine.

- server.py: the server itself
- app.py: what is served, the files of the page and one socket
- access.py: who may come in, by token, cookie, host and origin
- messages.py: what may be said on the socket, each message with its fields and their bounds
- session.py: one tab, its quick questions and its one search
- searching.py: one search at a time
- gallery.py: the games that may be named
- positions.py, analyses.py: a position and an analysis as the page shows them
- levels.py: how strong the computer plays
- thinking.py: searches that go deeper and deeper, and tell what they have found so far
- solutions.py: exact values
- slices.py: how searches go on while rules are compiled
- records.py: played games between the page and their text
- static/: the page itself, plain modules, no build, nothing from elsewhere
"""
