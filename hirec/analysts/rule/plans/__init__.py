"""Plans: the figures a question needs, the arithmetic over them, and the program that does it."""
