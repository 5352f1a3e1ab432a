"""Textual answers: sentences, names and days quoted and cited, figures beside a judgement."""
