"""Question sets: their types, official file formats, gold evidence, and how they name things."""
