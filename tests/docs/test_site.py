"""The docs are a site: it builds without a broken link, and every page is in its contents."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import TOP

DOCS = TOP / "docs"
STRICT = ("--fail-on-warning", "--keep-going", "--nitpicky", "--quiet", "--builder", "html")


def built(docs: Path, at: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *STRICT, docs, at], capture_output=True, text=True, check=False
    )


def read_on(site: Path) -> set[str]:
    """Return the pages that a reader sees who begins at the top and always takes the link to the next one."""
    seen: set[str] = set()
    page: Path | None = site / "index.html"
    while page is not None:
        seen.add(page.relative_to(site).with_suffix("").as_posix())
        found = re.search(r'<link rel="next" title="[^"]*" href="([^"#]+)"', page.read_text(encoding="utf-8"))
        page = (page.parent / found[1]).resolve() if found else None
    return seen


def small_site(at: Path, **pages: str) -> Path:
    """Write a site of a few pages, with the project's own configuration."""
    at.mkdir()
    shutil.copy(DOCS / "conf.py", at)
    for name, text in pages.items():
        (at / f"{name}.md").write_text(text, encoding="utf-8")
    return at


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = built(DOCS, tmp_path / "site")
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("play", "build-and-run", "develop", "measured", "develop/decisions"):
        assert (tmp_path / "site" / part / "index.html").is_file()
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    assert read_on(tmp_path / "site") == {page for page in pages if not page.startswith("changes/")}


def test_make_docs_site_is_as_strict_as_this_test() -> None:
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    assert f"sphinx {' '.join(STRICT)} docs build/site" in makefile


def test_a_broken_link_or_a_page_that_nothing_lists_fails(tmp_path: Path) -> None:
    top = "# Top\n\nSee [the other page](gone.md), [below](#nowhere).\n\n![](gone.png)\n"
    done = built(small_site(tmp_path / "docs", index=top, alone="# Alone\n"), tmp_path / "site")
    assert done.returncode == 1
    for said in ("gone.md", "nowhere", "gone.png", "isn't included in any toctree"):
        assert said in done.stderr


def test_a_site_of_linked_pages_builds(tmp_path: Path) -> None:
    contents = "# Top\n\nSee [the other page](other.md#more).\n\n```{toctree}\nother\n```\n"
    done = built(
        small_site(tmp_path / "docs", index=contents, other="# Other\n\n## More\n"), tmp_path / "site"
    )
    assert (done.returncode, done.stderr) == (0, "")
