"""Companies: one key for a registrant over changes of name, and names found in questions."""

from hirec.companies.directory import CompanyDirectory
from hirec.companies.names import normalize_name, well_cased

__all__ = ["CompanyDirectory", "normalize_name", "well_cased"]
