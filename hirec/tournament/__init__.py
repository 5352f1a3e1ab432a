"""FinCards' tournament: cards against an intent, screened, ordered and stabilized, with a trace."""
