"""Every prompt of the project, a file each, and what may be put into them."""

from hirec.prompts.data import Delimited, as_data, delimited, from_data
from hirec.prompts.prompt import Prompt, PromptError, load_prompt, prompt_names

__all__ = [
    "Delimited",
    "Prompt",
    "PromptError",
    "as_data",
    "delimited",
    "from_data",
    "load_prompt",
    "prompt_names",
]
