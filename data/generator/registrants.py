"""The eight companies of the committed sample, read from ``registrants.yaml``."""

from pathlib import Path

import yaml
from pydantic import TypeAdapter

from generator.companies import Company

_FILE = Path(__file__).with_suffix(".yaml")

COMPANIES = TypeAdapter(tuple[Company, ...]).validate_python(
    yaml.safe_load(_FILE.read_text(encoding="utf-8"))["companies"]
)
BY_TICKER = {company.ticker: company for company in COMPANIES}
