import pytest

from engine.games.dozen_war.content.pack import Pack, load_pack


@pytest.fixture(scope="session")
def house() -> Pack:
    return load_pack("house")
