"""The hash of a game's rules: it passes over words, and over nothing that is played by."""

import ast
import io
import tokenize

import pytest

from engine.games.rules_code import FORM, are_rules_of, code_of, rules_hash
from tests.conftest import TOP

SOURCE = '''"""A module."""

from a import b  # what for

# A remark.
TEXT = """kept

# as it is: "quoted" """


class Gone(Exception):
    """Only words."""


class Kept:
    size: int = 3
    """Its size."""

    def last(self) -> int:
        r"""Words \\d."""
        return len(  # two
            "# no remark"
            'it\\'s one'
        )

    def none(self) -> None:
        """Only words."""
        # And a remark.
'''
CODE = '''from a import b
TEXT = """kept

# as it is: "quoted" """
class Gone(Exception):
    pass
class Kept:
    size: int = 3
    def last(self) -> int:
        return len(
            "# no remark"
            'it\\'s one'
        )
    def none(self) -> None:
        pass'''


def test_words_go_and_a_body_of_words_alone_becomes_a_pass() -> None:
    assert code_of(SOURCE) == CODE


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"""A module."""', '"""Another\n\nmodule."""'),
        ("# A remark.\n", ""),
        ("\n\nclass Kept", "\n# More.\nclass Kept"),
        ('"""Its size."""', "'How large.'"),
        ('    """Only words."""\n        # And', '    pass\n        """Words."""\n        # And'),
        ("\n", "\r\n"),
    ],
)
def test_other_words_are_the_same_code(was: str, now: str) -> None:
    assert was in SOURCE
    assert code_of(SOURCE.replace(was, now)) == CODE


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("= 3", "= 4"),
        ("# as it is", "# as it was"),
        ("kept\n\n", "kept\n"),
        ("# no remark", "# a remark"),
        ("it\\'s one", "it\\'s two"),
        ("a import b", "a import c"),
    ],
)
def test_other_rules_and_constants_are_other_code(was: str, now: str) -> None:
    assert was in SOURCE
    assert code_of(SOURCE.replace(was, now)) != CODE


def without_words(source: str) -> str:
    """Return Python's own tree of a source, without the strings that are statements."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                left = [one for one in body if not _is_string(one)]
                setattr(node, name, left or ([] if isinstance(node, ast.Module) else [ast.Pass()]))
    return ast.dump(tree)


def _is_string(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@pytest.mark.parametrize("folder", ["games/dozen_war", "kit"])
def test_every_file_of_rules_keeps_its_code_as_python_reads_it(folder: str) -> None:
    paths = sorted((TOP / "engine" / folder).rglob("*.py"))
    assert paths
    for path in paths:
        source = path.read_text(encoding="utf-8")
        code = code_of(source)
        assert without_words(code) == without_words(source), path
        tokens = tokenize.generate_tokens(io.StringIO(code).readline)
        assert [one for one in tokens if one.type == tokenize.COMMENT] == [], path


def test_a_hash_says_its_form_and_one_of_an_unknown_form_is_of_other_rules() -> None:
    found = rules_hash("dozen_war")
    assert found.startswith(FORM)
    assert are_rules_of("dozen_war", found)
    assert not are_rules_of("dozen_war", found.removeprefix(FORM))
    assert not are_rules_of("dozen_war", found.replace(FORM, "tree:"))
    assert not are_rules_of("dozen_war", "")
    assert rules_hash("no such game") == ""
