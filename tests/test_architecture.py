"""The house's own rules: arrows point one way, no circles, files of a readable size."""

import ast
import functools
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PACKAGES = ("hirec", "indexing", "training", "serving")
"""What is installed."""
GENERATOR = "generator"
"""Makes synthetic collections; found on ``data/``, never installed, imported by no package."""
ROOMS = (*PACKAGES, GENERATOR)

SETTINGS_BRANCHES = (
    "hirec.enrichment_settings",
    "hirec.models.settings",
    "hirec.tournament.settings",
)
LONGEST_FILE = 400
FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "stuff", "tools"}

CODE = {
    ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path
    for folder, room in (*((ROOT, package) for package in PACKAGES), (ROOT / "data", GENERATOR))
    for path in sorted((folder / room).rglob("*.py"))
}
"""Dotted module name → file."""

TEXTS = [*CODE.values(), *sorted((ROOT / "tests").rglob("*.py"))]


@functools.cache
def imports(module: str) -> frozenset[str]:
    """Modules of ours that a module imports when it is loaded, not within a function."""
    return frozenset(name for node in _loaded(_tree(module)) for name in _targets(node, module))


@functools.cache
def imports_anywhere(module: str) -> frozenset[str]:
    """Modules of ours that a module imports anywhere, inside functions too."""
    return frozenset(name for node in ast.walk(_tree(module)) for name in _targets(node, module))


@functools.cache
def _tree(module: str) -> ast.AST:
    return ast.parse(CODE[module].read_text(encoding="utf-8"))


def _loaded(node: ast.AST) -> Iterator[ast.AST]:
    """Statements that run at import: no function bodies, no ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield child
        yield from _loaded(child)


def _targets(node: ast.AST, module: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{module} imports relatively, which hides where arrows point"
        source = node.module or ""
        # ``from package import name`` depends on the submodule where there is one.
        names = [
            f"{source}.{alias.name}" if f"{source}.{alias.name}" in CODE else source
            for alias in node.names
        ]
    else:
        return
    yield from (name for name in names if name.split(".")[0] in ROOMS)


def test_the_walk_sees_the_project() -> None:
    assert {"hirec.types.answer", "hirec.settings", "serving.cli.app"} <= CODE.keys()
    assert "hirec.types.filing" in imports("hirec.types")
    assert "hirec.settings_base" in imports("hirec.settings")


class Rule(NamedTuple):
    """Modules under ``who`` (but not ``but``) import nothing under ``never``, save ``save``."""

    why: str
    who: tuple[str, ...]
    never: tuple[str, ...]
    but: tuple[str, ...] = ()
    save: tuple[str, ...] = ()


_BELOW = ("hirec.grounding", "hirec.understanding", "hirec.lexicon", "hirec.periods")
_OF_FILINGS = (
    "indexing.identity",
    "indexing.summary",
    "indexing.passages",
    "indexing.sections",
    "indexing.hints",
    "indexing.siblings",
    "indexing.filings",
)
_STAND_INS = ("hirec.testing", "indexing.testing")
_RULES = "hirec.analysts.rule"
_OF_THE_RULES = tuple(
    f"{_RULES}.{room}"
    for room in (
        "vocabulary",
        "evidence",
        "requirements",
        "plans",
        "tables",
        "prose",
        "counts",
        "figures",
        "doubts",
        "retrieval",
        "textual",
        "sentences",
        "questions",
        "curation",
        "analyst",
    )
)
"""Each may import those before it."""
RULES = (
    Rule("the library knows none of the rooms above", ("hirec",), ROOMS, save=("hirec",)),
    Rule("indexing knows the library", ("indexing",), ROOMS, save=("hirec", "indexing")),
    Rule("training knows both", ("training",), ("serving", GENERATOR)),
    Rule("nothing installed knows the generator", PACKAGES, (GENERATOR,)),
    Rule(
        "read by our own readers, made filings would prove nothing: types only",
        (GENERATOR,),
        ROOMS,
        save=(GENERATOR, "hirec.types"),
    ),
    Rule("types know nothing of ours", ("hirec.types",), ROOMS, save=("hirec.types",)),
    Rule(
        "the root of settings knows how files are read and refused",
        ("hirec.settings_base",),
        ROOMS,
        save=("hirec.types", "hirec.validation_errors", "hirec.yaml_files"),
    ),
    Rule(
        "settings know their root and branches",
        ("hirec.settings",),
        ROOMS,
        save=("hirec.settings_base", "hirec.renamed_settings", *SETTINGS_BRANCHES),
    ),
    Rule("a branch knows the root", SETTINGS_BRANCHES, ROOMS, save=("hirec.settings_base",)),
    Rule(
        "stages do not know the pipeline",
        ("hirec",),
        ("hirec.pipeline",),
        but=("hirec.evaluation", "hirec.pipeline", "hirec:"),
    ),
    Rule(
        "questions, gold and intervals lie below the evaluation",
        ROOMS,
        ("hirec.evaluation",),
        but=("hirec.evaluation", "serving"),
    ),
    Rule("stand-ins are for tests", ROOMS, _STAND_INS, but=_STAND_INS),
    Rule("what understands and grounds does not know who reads", _BELOW, ("hirec.analysts",)),
    Rule(
        "documents know nothing of registrants, forms, fiscal periods and who reads filings",
        ("hirec.documents", "indexing.documents"),
        (*_BELOW, *_OF_FILINGS, "hirec.analysts", "hirec.companies", "hirec.tournament"),
        save=("hirec.periods.dates",),
    ),
    Rule(
        "how filings are identified and cut stays behind the profile",
        ("indexing",),
        ("indexing.identity", "indexing.summary", "indexing.passages", "indexing.filings"),
        but=(*_OF_FILINGS, "indexing.accuracy", "indexing.profiles"),
    ),
    Rule(
        "only the profiles know what documents are",
        ("hirec", "indexing", "training", "serving"),
        ("hirec.documents", "indexing.documents"),
        but=("hirec.documents", "indexing.documents", "hirec.profiles", "indexing.profiles"),
    ),
    *(
        Rule(f"the rules have an order: {room}", (room,), (_RULES,), save=_OF_THE_RULES[:place])
        for place, room in enumerate(_OF_THE_RULES, start=1)
    ),
)


def _under(module: str, rooms: tuple[str, ...]) -> bool:
    """``room:`` is the package itself, without what lies in it."""
    return any(f"{module}:" == room or f"{module}.".startswith(f"{room}.") for room in rooms)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.why)
def test_arrows_point_one_way(rule: Rule) -> None:
    wrong = [
        f"{module} imports {name}"
        for module in CODE
        if _under(module, rule.who) and not _under(module, rule.but)
        for name in imports_anywhere(module)
        if _under(name, rule.never) and not _under(name, rule.save)
    ]
    assert not wrong


def test_the_order_of_the_rules_has_every_room() -> None:
    rooms = {name for name in CODE if name.startswith(f"{_RULES}.") and name.count(".") == 3}
    assert rooms == set(_OF_THE_RULES)


def test_no_module_imports_in_a_circle() -> None:
    graph = {module: imports(module) - {module} for module in CODE}
    # A package's __init__ gathers its submodules; a submodule that names its own package is
    # fine only if it asks for a sibling, which ``imports`` has resolved already.
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"Modules import each other in a circle: {' -> '.join(error.args[1])}")


def test_files_stay_readable() -> None:
    for path in TEXTS:
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= LONGEST_FILE, f"{path} has {lines} lines; look for the missing idea"
        assert path.stem.removeprefix("test_") not in FORBIDDEN_NAMES, path
        assert not path.stem.startswith("new_"), path


def test_every_package_file_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert [pattern.rstrip("*") for pattern in listed] == list(PACKAGES)
    assert not (ROOT / "data" / "__init__.py").exists(), "data would become an importable name"
    for folder in {path.parent for path in CODE.values()}:
        assert (folder / "__init__.py").is_file(), f"{folder} lacks its __init__.py"
    for package in PACKAGES:
        assert (ROOT / package / "py.typed").is_file(), f"{package} lacks py.typed"


def test_what_make_installs_is_pinned_and_fits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]

    def required(lines: list[str]) -> Iterator[Requirement]:
        for one in map(Requirement, lines):
            if one.name == project["name"]:
                yield from required([line for extra in one.extras for line in extras[extra]])
            else:
                yield one

    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    pinned = {canonicalize_name(name): version for name, version in pins.items()}
    for one in required([*project["dependencies"], *extras["dev"]]):
        version = pinned.get(canonicalize_name(one.name))
        assert version is not None, f"{one.name} is not pinned: make lock"
        assert one.specifier.contains(version), f"{one} but constraints.txt has {version}"


def test_tests_mirror_the_packages() -> None:
    """Each ``tests/<room>/.../test_x.py`` stands for a module or package of that path.

    Those of the generator lie under ``tests/data``, as it does.
    """
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        parts = path.relative_to(ROOT / "tests").with_suffix("").parts
        if parts[0] == "data":
            parts = parts[1:]
        if parts[0] not in ROOMS:
            continue
        name = ".".join([*parts[:-1], parts[-1].removeprefix("test_")])
        assert name in CODE or ".".join(parts[:-1]) in CODE, f"{path} mirrors nothing"


def test_the_code_names_no_machine() -> None:
    for path in TEXTS:
        if path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            assert "/work/" not in text, f"{path} names a folder of one machine"
