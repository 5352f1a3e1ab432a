"""Training the scorer that finds the places of figures: data, alignment, trees, bonds, card."""
