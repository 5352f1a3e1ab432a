"""FinQA: questions over one page of an annual report, asked of the analyst that ``ask`` uses."""
