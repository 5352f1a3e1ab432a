"""Training the tagger of roles from questions whose figures are marked."""
