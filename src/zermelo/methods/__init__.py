"""What can answer a question about a game, one file a method; the registry; and the chooser, which plans who answers.

method.py     what a method and its session are
options.py    options, declared once for Python, the command line and the page
registry.py   the methods by name
chooser.py    which method answers: the only home of thresholds and refusals
"""
