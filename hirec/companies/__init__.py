"""Companies: one key for a registrant over changes of name, and names found in questions."""

from hirec.companies.directory import CompanyDirectory
from hirec.companies.names import (
    compact,
    is_generic_word,
    is_role,
    normalize_name,
    well_cased,
)

__all__ = [
    "CompanyDirectory",
    "compact",
    "is_generic_word",
    "is_role",
    "normalize_name",
    "well_cased",
]
