"""Documents that are no filings: contracts, policies and the like.

They are identified by title, parties, date and headings, and know nothing of registrants, forms
and fiscal periods.
"""
