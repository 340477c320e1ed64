"""Huashen, a skill of Zuoci of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.content.wordings import OtherPrinting, wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import SKILLS, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import is_played
from engine.games.quoc_chien.position.state import GENERALS, State, own
from engine.games.quoc_chien.resolving.lapsing import guised, guises_of
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing

GUISES = 2
"""How many generals Huashen keeps aside."""


@known
class Huashen(Stepwise):
    """The owner keeps two generals aside unseen and has their skills.

    By an option the owner has one skill of one of them.
    """

    name = "huashen"
    names = wording(en="Huashen", vi="Hóa Thân", ja="化身")
    text = wording(
        en="Keep two generals aside, open to all; from the start phase on you have their skills.",
        vi="Giữ hai tướng bên cạnh, ai cũng biết; từ giai đoạn bắt đầu có các kỹ năng của họ.",
        ja="武将2枚を公開して置き、開始フェイズからその技能を全て持つ。",
    )
    other_printing = OtherPrinting(
        "huashen",
        "one",
        wording(
            en="Keep two generals aside unseen; in the start phase have a skill of one of them.",
            vi="Giữ hai tướng úp bên cạnh; giai đoạn bắt đầu dùng một kỹ năng của họ.",
            ja="武将2枚を伏せて置き、開始フェイズにその技能を1つ借りる。",
        ),
    )
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's start phase, if generals are left with skills that the owner lacks."""
        guises = own(seat, "guises")
        some = not (state.zones.is_empty(guises) and state.zones.is_empty(GENERALS))
        full = state.zones.count(guises) == GUISES or state.zones.is_empty(GENERALS)
        had = game.options.huashen == "both" and full
        changes = not had or set(guises_of(state, seat)) != set(lent_skills(game, state, seat))
        return is_own(firing, "seat", seat) and some and changes

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Fill up the generals that are kept aside."""
        guises = own(use.seat, "guises")
        drawn = Drawing(GENERALS, guises, GUISES - state.zones.count(guises), use.seat)
        return use.first(state, (drawn,), self.filled_up)

    def filled_up(self, use: SkillUse, state: State) -> FrameStep:
        """Give the owner all their skills, or ask which one to have."""
        if use.game.options.huashen == "both":
            return done(having_all(use.game, state, use.seat))
        return use.ask(state, use.offer(lent_skills(use.game, state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, skill: str | None) -> FrameStep:
        """Give the owner the skill that was chosen."""
        return done(state if skill is None else guised(state, use.seat, (skill,)))


def having_all(game: QuocRules, state: State, seat: Seat) -> State:
    """Return the state where a seat has the skills of all generals that it keeps aside.

    All players may then see these generals.
    """
    zones = state.zones
    for slug in zones.known(own(seat, "guises")):
        zones = zones.shown(slug, state.seats)
    state = altered(state, zones=zones)
    return guised(state, seat, lent_skills(game, state, seat))


def lent_skills(game: QuocRules, state: State, seat: Seat) -> tuple[str, ...]:
    """Return the skills that a seat may have of the generals that it keeps aside.

    Skills that belong to a place aren't among them; by the option `huashen` `one` limited skills aren't
    either.
    """
    found = [name for slug in state.zones.known(own(seat, "guises")) for name in generals()[slug].skills]
    one = game.options.huashen == "one"
    return tuple(
        name
        for name in dict.fromkeys(found)
        if name in SKILLS
        and name != Huashen.name
        and not SKILLS[name].only
        and not (one and SKILLS[name].limited)
        and is_played(SKILLS[name], game.options)
    )
