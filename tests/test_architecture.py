"""The house's own rules: arrows point one way, no circles, files of a readable size."""

import ast
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("hirec", "indexing", "training", "serving")
"""What is installed."""
GENERATOR = "generator"
"""Makes synthetic collections; found on ``data/``, never installed, imported by no package."""
ROOMS = (*PACKAGES, GENERATOR)

MAY_IMPORT = {
    "hirec": {"hirec"},
    "indexing": {"hirec", "indexing"},
    "training": {"hirec", "indexing", "training"},
    "serving": set(PACKAGES),
    GENERATOR: {GENERATOR, "hirec"},
}
LONGEST_FILE = 400
FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "stuff", "tools"}

CODE = {
    ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path
    for folder, room in (*((ROOT, package) for package in PACKAGES), (ROOT / "data", GENERATOR))
    for path in sorted((folder / room).rglob("*.py"))
}
"""Dotted module name → file."""

TEXTS = [*CODE.values(), *sorted((ROOT / "tests").rglob("*.py"))]


def imports(module: str) -> Iterator[str]:
    """Modules of ours that a module imports when it is loaded, not within a function."""
    for node in _loaded(ast.parse(CODE[module].read_text(encoding="utf-8"))):
        yield from _targets(node, module)


def imports_anywhere(module: str) -> Iterator[str]:
    """Modules of ours that a module imports anywhere, inside functions too."""
    for node in ast.walk(ast.parse(CODE[module].read_text(encoding="utf-8"))):
        yield from _targets(node, module)


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
    assert "hirec.types.filing" in set(imports("hirec.types"))
    assert "hirec.types" in set(imports("hirec.settings"))


@pytest.mark.parametrize("module", sorted(CODE))
def test_arrows_between_rooms_point_one_way(module: str) -> None:
    room = module.split(".")[0]
    upward = [n for n in imports_anywhere(module) if n.split(".")[0] not in MAY_IMPORT[room]]
    assert not upward


def test_the_generator_knows_of_ours_only_the_types() -> None:
    """It makes filings with known gold: reading them with our own readers would prove nothing."""
    for module in CODE:
        if module.split(".")[0] == GENERATOR:
            ours = [n for n in imports_anywhere(module) if not n.startswith(GENERATOR)]
            assert all(n.startswith("hirec.types") for n in ours), module


def test_types_import_nothing_of_ours() -> None:
    for module in CODE:
        if module.startswith("hirec.types"):
            outside = [n for n in imports_anywhere(module) if not n.startswith("hirec.types")]
            assert not outside, module


def test_settings_import_types_only() -> None:
    branch = "hirec.section"
    rooms = {"hirec.enrichment", "hirec.models.settings", "hirec.tournament.settings"}
    assert set(imports_anywhere("hirec.settings")) == {branch, *rooms, "hirec.types"}
    for room in rooms:
        assert set(imports_anywhere(room)) == {branch}


def test_stages_do_not_import_the_pipeline() -> None:
    upper = ("hirec.pipeline", "hirec.evaluation")
    for module in CODE:
        if module.startswith(("hirec.", "hirec")) and not module.startswith(("hirec.eval", *upper)):
            climbing = [name for name in imports_anywhere(module) if name.startswith(upper)]
            assert not climbing or module == "hirec", module


def test_only_surfaces_import_the_evaluation() -> None:
    """Questions, gold and intervals lie below it, in ``hirec.datasets`` and ``hirec.intervals``."""
    for module in CODE:
        if not module.startswith(("hirec.evaluation", "serving")):
            named = [n for n in imports_anywhere(module) if n.startswith("hirec.evaluation")]
            assert not named, module


def test_stand_ins_are_for_tests() -> None:
    rooms = ("hirec.testing", "indexing.testing")
    for module in CODE:
        if not module.startswith(rooms):
            assert not [n for n in imports_anywhere(module) if n.startswith(rooms)], module


def test_what_understands_and_grounds_does_not_import_the_analysts() -> None:
    below = tuple(f"hirec.{room}" for room in ("grounding", "understanding", "lexicon", "periods"))
    for module in CODE:
        if module.startswith(below):
            assert not [n for n in imports_anywhere(module) if n.startswith("hirec.analysts")]


def test_no_module_imports_in_a_circle() -> None:
    graph = {module: set(imports(module)) - {module} for module in CODE}
    # A package's __init__ gathers its submodules; a submodule that names its own package is
    # fine only if it asks for a sibling, which ``imports`` has resolved already.
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"Modules import each other in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_readable(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_FILE, f"{path} has {lines} lines; look for the missing idea"
    assert path.stem.removeprefix("test_") not in FORBIDDEN_NAMES
    assert not path.stem.startswith("new_")


def test_every_package_file_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert [pattern.rstrip("*") for pattern in listed] == list(PACKAGES)
    assert not (ROOT / "data" / "__init__.py").exists(), "data would become an importable name"
    for folder in {path.parent for path in CODE.values()}:
        assert (folder / "__init__.py").is_file(), f"{folder} lacks its __init__.py"
    for package in PACKAGES:
        assert (ROOT / package / "py.typed").is_file(), f"{package} lacks py.typed"


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
