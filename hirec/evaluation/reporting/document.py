"""A page of ours: one self-contained file that loads nothing from anywhere."""

from html import escape
from importlib.resources import files
from string import Template


def template(name: str) -> Template:
    """A template of this package."""
    return Template(_text(name))


def document(title: str, body: str, script: str = "") -> str:
    """The whole page; ``script`` is a file of this package, and without one no script may run.

    What comes from outside has to be escaped in ``body`` already; the title is escaped here.
    """
    return template("document.html").substitute(
        scripts="; script-src 'unsafe-inline'" if script else "",
        title=escape(title),
        style=_text("style.css"),
        body=body,
        script=f"<script>\n{_text(script)}</script>\n" if script else "",
    )


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
