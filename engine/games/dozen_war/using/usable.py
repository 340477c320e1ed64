"""All cards that may be played and skills that may be used now: the twin of `broken_uses`."""

from collections.abc import Iterable

from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import Moment
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.seat_position import SeatPosition
from engine.games.dozen_war.position.roster import FIRST_GENERAL, SEAT_PIECES, SLOTS
from engine.games.dozen_war.position.state import Hit, State
from engine.games.dozen_war.using.broken_uses import MUTING, effect_faults, idle_faults, need_faults
from engine.games.dozen_war.using.recipes import Group, Recipe, Recipes, recipes_of
from engine.games.dozen_war.using.skills import own_skills, owner_to_answer, window
from engine.games.dozen_war.using.slots import fights, filled
from engine.games.dozen_war.using.targeting import fitting, groups_of, rays_of, with_every

_NOTHING: Group = ()
"""The things in an empty slot."""


def legal_uses(rules: Rules, state: State, scene: SeatPosition | None = None) -> list[Play | Skill]:
    """Return every legal card and skill with every choice, skills first, by general."""
    found: list[Play | Skill] = []
    if not (state.stack and owner_to_answer(state) == state.turn):
        scene = scene or SeatPosition(rules, state, owner_to_answer(state))
        _add_skills(scene, found)
        _add_cards(scene, found)
    return found


def legal_skills(rules: Rules, state: State) -> list[Skill]:
    """Return every legal skill with every choice; it depends on nothing hidden."""
    found: list[Play | Skill] = []
    if not (state.stack and owner_to_answer(state) == state.turn):
        _add_skills(SeatPosition(rules, state, owner_to_answer(state)), found)
    return [use for use in found if isinstance(use, Skill)]


def may_use(rules: Rules, state: State) -> bool:
    """Tell whether there's any legal card or skill."""
    return bool(legal_uses(rules, state))


def cards_may_answer(rules: Rules, state: State, hit: Hit) -> bool:
    """Tell whether a hit's owner could hold a card that answers it, for all others know."""
    seat = owner_to_answer(state)
    if seat == state.turn or state.done.carded >> seat & 1 or not state.cards.hands[seat]:
        return False
    recipes = recipes_of(rules)
    return any(_answers(rules, recipes.card(slug), hit) for slug in rules.pack.equipment)


def _add_cards(scene: SeatPosition, found: list[Play | Skill]) -> None:
    rules, state, seat = scene.rules, scene.state, scene.seat
    if state.done.carded >> seat & 1:
        return
    recipes, hit = recipes_of(rules), window(state)
    bearer = hit.target if hit else -1
    for slug in sorted(set(state.cards.hands[seat])):
        recipe = recipes.card(slug)
        if recipe.own_turn if hit is None else _answers(rules, recipe, hit):
            _add_uses(scene, recipe, bearer, hit, found)


def _add_skills(scene: SeatPosition, found: list[Play | Skill]) -> None:
    rules, state, seat = scene.rules, scene.state, scene.seat
    if state.skills and not _used_one(rules, state, seat):
        recipes, hit = recipes_of(rules), window(state)
        for piece in scene.leaders:
            _add_skills_of(scene, recipes, piece, hit, found)


def _used_one(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether the player has used its skill of this turn (DW-9.2)."""
    return rules.options.skill_limit == "player" and bool(
        state.done.skilled & state.generals & SEAT_PIECES[seat]
    )


def _add_skills_of(
    scene: SeatPosition, recipes: Recipes, piece: int, hit: Hit | None, found: list[Play | Skill]
) -> None:
    rules, state = scene.rules, scene.state
    done, history = state.done, state.history
    if hit is None and (done.acted | done.fought | done.skilled) >> piece & 1:
        return
    if state.marks and state.changed(piece).statuses & MUTING:
        return
    spent, coins = history.spent, state.scores.coins[scene.seat]
    held = hit is None and bool(state.marks) and state.changed(piece).sits
    known = history.known & ~own_skills(state, scene.seat) if history.known else 0
    for recipe in recipes.skills(piece % SLOTS - FIRST_GENERAL, _moment(hit), known):
        if spent & recipe.bit or coins < recipe.coins or (held and fights(recipe.record)):
            continue
        if hit is None or _answers(rules, recipe, hit):
            _add_uses(scene, recipe, piece, hit, found)


def _moment(hit: Hit | None) -> Moment | None:
    """Return the moment of an answer to a hit; none in the player's turn."""
    if hit is None:
        return None
    return Moment.AFTER if hit.landed else Moment.HIT


def _answers(rules: Rules, recipe: Recipe, hit: Hit) -> bool:
    """Tell whether a record can answer such a hit, with enough stars (DW-19): most can't."""
    return recipe.serves(_moment(hit)) and (rules.options.stars != "on" or recipe.stars >= hit.stars)


def _add_uses(
    scene: SeatPosition, recipe: Recipe, user: int, hit: Hit | None, found: list[Play | Skill]
) -> None:
    """Add all uses of a card or skill of the right kind."""
    if hit is None and recipe.is_plain and not (recipe.attacks_by_card and scene.anyone_held):
        use, page = recipe.begun(scene.seat, user)
        groups = zip(recipe.finders[0](scene, use)) if recipe.free else (_NOTHING,)
        found += map(page.__getitem__, groups)
        return
    use = Use(recipe.record, scene.seat, user, recipe.stars, recipe.chosen, hit)
    if hit is None:  # the rest was checked before
        faults = need_faults(scene.rules, scene.state, use)
    else:
        faults = idle_faults(scene.rules, scene.state, use, recipe.number)
    if next(faults, None) is None:
        _add_choices(scene, recipe, use, (), found)


def _add_choices(
    scene: SeatPosition, recipe: Recipe, use: Use, picks: tuple[Group, ...], found: list[Play | Skill]
) -> None:
    """Add the uses with every way to fill the slots that are left after these choices."""
    depth, free = len(picks), recipe.free
    if not free:
        _add_made(scene, recipe, use, picks, (_NOTHING,), found)
        return
    for slot in recipe.before[depth]:
        use = filled(use, slot, fitting(scene, use, slot))
    slot = free[depth]
    things = recipe.finders[depth](scene, use)
    if len(things) < (1 if slot.repeat else slot.least):
        return
    groups = groups_of(slot, things, rays_of(scene, use, slot, things) if slot.count > 1 else b"")
    if depth == len(free) - 1:
        _add_made(scene, recipe, use, picks, groups, found)
        return
    for group in groups:
        after = filled(use, slot, group) if group else use
        _add_choices(scene, recipe, after, (*picks, group), found)


def _add_made(  # the filled slots, so far and last
    scene: SeatPosition,
    recipe: Recipe,
    use: Use,
    picks: tuple[Group, ...],
    groups: Iterable[Group],
    found: list[Play | Skill],
) -> None:
    page = recipe.page(use.user, picks)
    if use.hit is None:
        checked = recipe.checked or (recipe.attacks_by_card and scene.anyone_held)
    else:
        checked = recipe.answer_checked
    if not checked:
        found += map(page.__getitem__, groups)
        return
    rules, state = scene.rules, scene.state
    last = recipe.free[-1] if recipe.free else None
    for group in groups:
        one = filled(use, last, group) if last and group else use
        one = with_every(rules, state, one)
        if next(effect_faults(rules, state, one, recipe.doubtful), None) is None:
            found.append(page[group])
