"""Figures grounded: the operand of each figure in the evidence, from tables, prose and counts."""
