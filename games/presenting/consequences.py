"""What follows from a placement, as far as the player can know it before the others' are seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.presenting import symbols
from games.rules import Rules
from games.rules.choices import Choice, Mobilize, Move, Place
from games.rules.powers import unit_of
from games.rules.rewards import OF_A_KIND, TILES
from games.rules.state import MOBILIZE, POWER, Resolving, SeatState, State
from games.rules.table import with_symbol
from games.rules.views import View
from games.rules.words import KINDS


@dataclass(frozen=True, slots=True)
class Completion:
    """An objective that a placement completes: what is reached, and what may be answered ahead.

    ``count``: objectives controlled then. ``tile``: the reward for that number, empty where it
    cannot be claimed. ``asks_power``: its power wants an answer. ``takes``: a market card follows.
    """

    card: int
    size: int
    count: int
    tile: str
    asks_power: bool
    takes: bool


def completion_of(choice: Choice, view: View, rules: Rules) -> Completion | None:
    """Give the objective that a ``mobilize`` choice completes, or None."""
    if not isinstance(choice, Mobilize) or view.seat is None or view.kind != MOBILIZE:
        return None
    own = view.seats[view.seat]
    card = _completed(choice.action, own, rules) if choice.action.code != "pass" else 0
    if not card:
        return None
    count, power = len(own.controlled) + 1, rules.deck[card].power
    return Completion(
        card=card,
        size=len(rules.deck[card].symbols),
        count=count,
        tile=_tile(view, own, count),
        asks_power=power is not None and power.immediate and unit_of(power).answer is not None,
        takes=count < rules.ruleset.target,
    )


def _completed(action: object, own: SeatState, rules: Rules) -> int:
    filled = dict(own.objectives)
    match action:
        case Place(card, symbol):
            pass
        case Move(source, lifted, card, symbol):
            filled[source] = filled[source].replace(lifted, "", 1)
        case _:
            return 0
    filled[card] = with_symbol(filled[card], symbol)
    return card if len(filled[card]) == len(rules.deck[card].symbols) else 0


def _tile(view: View, own: SeatState, count: int) -> str:
    tile = f"count:{count}"
    held = [code for seat in view.seats for code in seat.tiles]
    has_one = any(code.startswith("count:") for code in own.tiles)
    return tile if tile in TILES and tile not in held and not has_one else ""


def power_moment(choice: Mobilize, found: Completion, view: View) -> State:
    """Give the position in which the completed card's power will be used, as far as it is known.

    It is made from the view alone, so that nothing hidden can show in what is offered.
    """
    assert view.seat is not None
    own = view.seats[view.seat]
    filled, supply = dict(own.objectives), own.supply
    if isinstance(choice.action, Place):
        supply -= 1
    elif isinstance(choice.action, Move):
        source = choice.action
        filled[source.card] = filled[source.card].replace(source.symbol, "", 1)
    supply += found.size
    filled[found.card] = ""
    board = replace(own, supply=supply, objectives=tuple(filled.items()))
    seats = tuple(board if seat == view.seat else other for seat, other in enumerate(view.seats))
    return State(
        commitment="",
        key_id="",
        order=tuple(range(len(seats))),
        seats=seats,
        market=view.market,
        supply=view.supply,
        kind=POWER,
        awaited=(view.seat,),
        draw=view.draw,
        drawn=view.drawn,
        resolving=Resolving(view.seat, found.card, POWER),
    )


def consequences(choice: Choice, view: View, rules: Rules) -> tuple[str, ...]:
    """Say in short sentences what follows from a choice; nothing where nothing does."""
    found = completion_of(choice, view, rules)
    return completion_sentences(found, view, rules) if found else ()


def completion_sentences(found: Completion, view: View, rules: Rules) -> tuple[str, ...]:
    """Say what completing an objective brings: control, power, rewards, a new card or the end."""
    assert view.seat is not None
    sentences = [
        gettext("This completes %(card)s: you then control %(objectives)s.")
        % {
            "card": symbols.card_name(rules.deck, found.card),
            "objectives": symbols.objectives_text(found.count),
        }
    ]
    if power := symbols.power_sentence(rules.deck[found.card].power):
        sentences.append(gettext("Its power: %(power)s") % {"power": power})
    if found.tile:
        tile = symbols.tile_with_points(found.tile)
        sentences.append(gettext("The reward for %(tile)s can be claimed.") % {"tile": tile})
    sentences += [
        gettext("You take the reward for %(tile)s, if nobody does before.")
        % {"tile": symbols.tile_with_points(tile)}
        for tile in _kind_tiles(found, view, rules)
    ]
    if found.takes:
        sentences.append(gettext("You take a new card from the market."))
    else:
        sentences.append(gettext("This is the last objective: the game ends with this draw."))
    return tuple(sentences)


def _kind_tiles(found: Completion, view: View, rules: Rules) -> list[str]:
    """Give the tiles for kinds that the owner would meet and nobody has."""
    assert view.seat is not None
    own = view.seats[view.seat]
    kinds = [rules.deck[card].kind for card in (*own.controlled, found.card)]
    met = [f"kind:{kind}" for kind in KINDS if kinds.count(kind) >= OF_A_KIND]
    if set(kinds) == set(KINDS):
        met.append("kind:each")
    held = {code for seat in view.seats for code in seat.tiles}
    return [tile for tile in met if tile not in held]
