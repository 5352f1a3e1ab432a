"""Questions with passages that answer them and passages that do not: read, mined, written."""
