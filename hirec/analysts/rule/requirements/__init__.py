"""A figure asked for as requirement: its words taken apart, the names its row may bear."""
