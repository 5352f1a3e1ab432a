"""Words of notes in the ledger by which whoever reads them later knows what they are about."""

OCR_ABSENT = "install tesseract to read it"
"""Of pages that are pictures, where there is no OCR."""
RENDERING_OF = "another rendering of "
"""In front of a filing_id: the same filing in another format."""
SAME_AS = "same company, form and period as "
"""In front of a filing_id."""
