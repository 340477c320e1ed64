"""Messages become words at the last step before a browser, in the language that is asked for."""

import json

import pytest

from dashboard.web.words.speaking import INTERPRETER, encoded, language_asked, rendered, said
from engine.core.ids import PieceId, RuleId, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from engine.games.dozen_war.texts import TEXTS
from engine.games.quoc_chien.texts import TEXTS as QUOC_CHIEN

WRONG = Verdict(
    VerdictKind.ILLEGAL,
    Seconds(1.0),
    1,
    2,
    violations=(ViolationText(RuleId("DW-5.3"), TEXTS.say("violations.not_infantry.says", piece="w.cav.1")),),
    text=Phrase("said by an older engine"),
)


def test_a_message_s_sentences_are_plain_text_in_a_language() -> None:
    sent = rendered(WRONG, "ja")
    assert sent["violations"][0]["text"] == INTERPRETER.said(WRONG.violations[0].text, "ja")
    assert sent["violations"][0]["text"] != WRONG.violations[0].text
    assert sent["text"] == "said by an older engine"
    assert json.loads(encoded(WRONG))["violations"][0]["text"] == WRONG.violations[0].text


@pytest.mark.parametrize(("language", "says"), [("en", "Seat 6 uses Chitu"), ("vi", "Ghế 6 dùng Chitu")])
def test_a_fact_without_words_leaves_no_gap_in_a_sentence(language: str, says: str) -> None:
    seat = QUOC_CHIEN.say("seats.s6")
    sent = QUOC_CHIEN.say("deeds.use", seat=seat, use="Chitu", on=Phrase(""))
    assert said(sent, language) == says
    assert json.loads(encoded(sent, language)) == says


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("vi", "vi"), ("ja-JP", "ja"), ("JA", "ja"), ("tlh", "en"), ("", "en"), (None, "en")],
)
def test_a_language_that_nobody_speaks_here_is_english(asked: str | None, spoken: str) -> None:
    assert language_asked(asked) == spoken


def test_what_cannot_be_sent_is_refused_by_name() -> None:
    with pytest.raises(NotImplementedError, match="got object"):
        encoded({"piece": PieceId("w"), "what": object()})
