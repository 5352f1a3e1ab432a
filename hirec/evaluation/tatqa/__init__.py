"""TAT-QA: questions over a table and its paragraphs, asked, scored, and told apart for a judge."""
