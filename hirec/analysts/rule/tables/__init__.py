"""Tables: cells and rows that may state a figure, parts and their whole, what stands around."""
