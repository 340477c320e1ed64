"""The rules as a tablet asks for them."""

import pytest

from tests import asking
from tests.web.shown_table import RunningServer


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "A hex holds at most 5 soldiers and 1 general."),
        ("vi", "Một ô chứa tối đa 5 lính và 1 tướng."),
        ("ja", "1マスに入れるのは兵士5体と将軍1体までです。"),
    ],
)
def test_a_tablet_reads_the_rules_in_its_language(server: RunningServer, language: str, says: str) -> None:
    rules = asking.get(f"{server.url}/rules/dozen_war", params={"lang": language}).json()
    assert rules["lang"] == language
    assert rules["rules"]["DW-2.1"]["says"] == says
    assert rules["rules"]["DW-2.1"]["place"].startswith("C.3. Tiến hành chơi")
    assert rules["rules"]["DW-2.1"]["left_open"] == ""
    assert rules["rules"]["DW-2.2"]["left_open"]
    assert "6.9f" in rules["book"]


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("chess", 404, "no game 'chess'; expected one of dozen_war"),
        ("..%2Fdozen_war", 404, None),
        ("dozen_war?lang=fr", 400, "aren't written in 'fr'; expected one of vi, en, ja"),
    ],
)
def test_rules_that_are_not_there_are_answered_with_what_is(
    server: RunningServer, address: str, status: int, says: str | None
) -> None:
    answer = asking.get(f"{server.url}/rules/{address}")
    assert answer.status_code == status
    if says:
        assert says in answer.json()["text"]


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_every_game_with_a_rulebook_is_on_the_shelf(server: RunningServer, language: str) -> None:
    shelf = asking.get(f"{server.url}/rules", params={"lang": language}).json()
    assert {"dozen_war", "hero_realms", "kingdom_square", "quoc_chien"} <= {one["game"] for one in shelf}
    for one in shelf:
        rules = asking.get(f"{server.url}/rules/{one['game']}", params={"lang": language}).json()
        assert rules["book"] == one["book"]
