"""HTML from Jinja2 templates: whatever is put into one is escaped.

A page of ours is one self-contained file that loads nothing from anywhere (``document.html``).
"""

from collections.abc import Callable
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def render(template: str, package: str = __package__, **values: object) -> str:
    """Fill a template of ``package``, which may extend and import those beside this module."""
    return _environment(package).get_template(template).render(values)


def macro(template: str, name: str) -> Callable[..., Markup]:
    """A macro of a template beside this module, for what is drawn from computed places."""
    found: Callable[..., Markup] = getattr(
        _environment(__package__).get_template(template).module, name
    )
    return found


@cache
def _environment(package: str) -> Environment:
    loaders = [PackageLoader(name, "") for name in dict.fromkeys((package, __package__))]
    return Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
