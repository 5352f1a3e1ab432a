"""Measuring orders of passages: methods side by side over the same questions."""
