"""A game's modules a second time, reading the cards of another folder: today's rules on a match's own cards.

A game with one content pack reads its cards once a process, from the folder `content/` beside its `game.py`,
and its rules ask for them by name wherever they need a card. A match whose journal carries other cards is
played by a copy of all the game's modules. The copies have names of their own, import each other instead of
the installed modules, and read `content/` from the carried files. The copy shares nothing with the installed
game but the kit and the core, so that both can be in use at the same time.
"""

import ast
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType

CONTENT = "content"
"""The folder of a game that holds its cards."""

_lock = Lock()


def copied(package: str, folder: Path) -> str:
    """Return the package that is a copy of a game's, with its cards from a folder.

    The files of a folder are read only once, because a folder of carried files is named by their hashes.
    """
    name = f"{package}_with_{sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"
    with _lock:
        if not any(isinstance(one, _Copies) and one.name == name for one in sys.meta_path):
            # It comes before the usual finder, which would find the originals in the folders of the copy.
            sys.meta_path.insert(0, _Copies(package, name, folder.resolve()))
    import_module(name)
    return name


class _Copies(MetaPathFinder, Loader):
    """Finds and loads the modules of one copy."""

    def __init__(self, package: str, name: str, folder: Path) -> None:
        self.name = name
        self._package = package
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of the copy comes from; None: it doesn't belong to the copy."""
        del path, target
        if not _is_inside(fullname, self.name):
            return None
        original = find_spec(self._package + fullname.removeprefix(self.name))
        if original is None or original.origin is None:
            return None
        places = original.submodule_search_locations
        spec = ModuleSpec(fullname, self, origin=original.origin, is_package=places is not None)
        if places is not None:
            spec.submodule_search_locations = list(places)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the original's source, with imports of the copy's modules instead of the installed ones."""
        spec = module.__spec__
        assert spec is not None  # noqa: S101  # narrows the types: found by `find_spec`
        assert spec.origin is not None  # noqa: S101  # as above
        tree = ast.parse(Path(spec.origin).read_bytes(), spec.origin)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and _is_inside(node.module or "", self._package):
                node.module = self.name + str(node.module).removeprefix(self._package)
        module.__file__ = str(self._place_of(Path(spec.origin)))
        exec(compile(tree, spec.origin, "exec", dont_inherit=True), module.__dict__)  # noqa: S102  # installed code

    def _place_of(self, origin: Path) -> Path:
        """Return the apparent path of a module: among the carried files, if it belongs in `content/`."""
        game = find_spec(self._package)
        top = Path(str(game.origin)).parent if game is not None else origin
        content = top / CONTENT
        return self._folder / origin.relative_to(content) if origin.is_relative_to(content) else origin


def _is_inside(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
