"""The methods that answer questions about a game, one file each; the registry; and the chooser.

method.py     the base classes of methods and their sessions
options.py    options, declared once for Python, the command line and the page
registry.py   the methods by name
chooser.py    chooses the methods for a question: the only module with thresholds and refusals
"""
