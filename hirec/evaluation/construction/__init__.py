"""Construction of an evaluation set over a user's own index (HiREC, appendix B)."""
