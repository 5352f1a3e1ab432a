"""Questions: each made to stand alone and taken apart, with its scope and its given page."""
