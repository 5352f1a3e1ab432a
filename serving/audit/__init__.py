"""Audit bundles: the whole story of one stored run, and the same question asked again."""
