"""Baselines that differ from hirec in how evidence is gathered; all read by the same analyst."""
