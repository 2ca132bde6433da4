"""The mails that ask for a decision: one function, and a headline of its own for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.presenting import symbols
from games.presenting.choices import read_value, space_of
from games.presenting.score import Worth, worths
from games.rules.choices import Mobilize, Move, Take
from games.rules.options import StepsOptions
from games.rules.rewards import TILES
from notifications import facts, plain, visual
from notifications.models import Kind, Mail
from notifications.news import news

Context = dict[str, Any]


def rules_in_short(target: int) -> list[str]:
    """Give the rules in five lines."""
    return [
        gettext("One token is drawn for everybody; it shows a symbol."),
        gettext(
            "Each player places one legion on a space with that symbol, on an objective of their"
            " own: all at once and unseen. A joker fits every space."
        ),
        gettext(
            "Whoever fills an objective calls Ave Caesar, uses its power and takes a new one from"
            " the market."
        ),
        gettext("Rewards go to whoever is first with a number or a kind of objectives."),
        gettext(
            "The draw in which somebody gets their objective number %(target)d is the last; then"
            " the most points win."
        )
        % {"target": target},
    ]


def decision(mail: Mail) -> Context:
    """What was drawn, what happened, how things stand, what can be done, and until when."""
    assert mail.turn is not None
    found = facts.decision(mail, mail.turn)
    return _decision(found) | {"news": news(mail, found.before)}


def _decision(found: facts.Decision) -> Context:
    board, kind = found.board, found.turn.kind
    listed = None if kind == Kind.KEEP else found.groups  # three of six: twenty choices
    headline, task = _HEADLINES[kind](found)
    lying = board.hand if kind == Kind.KEEP else board.own.objectives if board.own else ()
    return {
        "headline": headline,
        "task": task,
        "preheader": f"{task} {found.deadline.short}",
        "token": board.token if kind == Kind.MOBILIZE else None,
        "draw": board.draw,
        "deadline": found.deadline,
        "url": found.url,
        "buttons": visual.buttons(listed, found.url, _whole(kind)),
        "choices": _choices_text(found),
        "hint": _hint(found),
        "told": gettext("What happened"),
        "story": found.story,
        "shortened": found.shortened,
        "dropped": found.dropped,
        "said": any(line.said for chapter in found.story for line in chapter.lines),
        "talk": found.talk,
        "own": board.own,
        "controlled": _controlled(found),
        "cards": visual.cards(lying),
        "hand": visual.cards(board.hand),
        "market": visual.cards(board.market),
        "market_first": _takes_a_card(found),
        "board": board,
        "others": [
            {
                "name": seat.name,
                "standing": plain.standing(seat),
                "objectives": seat.objectives,
                "tiles": seat.tiles,
            }
            for seat in (board.others if _others_told(found) else ())
        ],
        "first": found.first,
        "rules": rules_in_short(board.target) if found.first else (),
        "words": facts.words(found.game) if found.first else (),
        "commitment": found.game.commitment,
        "plain": plain_parts(found),
        "folder": kind,
    }


def _takes_a_card(found: facts.Decision) -> bool:
    """Tell whether a card of the market is to be chosen: then they stand before the choices."""
    options = found.options
    return isinstance(options, tuple) and bool(options) and isinstance(options[0], Take)


def _controlled(found: facts.Decision) -> tuple[Worth, ...]:
    own = found.board.own
    return worths(found.rules.deck, own.controlled) if own is not None else ()


def _others_told(found: facts.Decision) -> bool:
    """Tell whether there is anything to tell of the others: before the first draw there is not."""
    return found.turn.kind != Kind.KEEP


def plain_parts(found: facts.Decision) -> Mapping[str, str]:
    """Give the blocks of the text part, laid out."""
    board = found.board
    return {
        "deadline": plain.paragraph(found.deadline.text, found.deadline.otherwise),
        "story": plain.story(found.story),
        "talk": plain.talk(found.talk),
        "hand": plain.cards(board.hand, spaces=False),
        "own": plain.own(board.own, _controlled(found))
        if board.own and board.own.objectives
        else "",
        "market": plain.market(board),
        "rewards": plain.rewards(board),
        "others": plain.others(board) if _others_told(found) else "",
        "bag": plain.bag(board),
    }


def _hint(found: facts.Decision) -> str:
    """Say what pressing a button does: it shows, and never acts."""
    if found.groups is None or found.turn.kind == Kind.KEEP:
        return gettext("You choose on your page, and can change it until the turn closes.")
    return gettext(
        "A button opens your page with that choice marked. Nothing is sent until you confirm it"
        " there, and it can be changed until the turn closes."
    )


def _choices_text(found: facts.Decision) -> str:
    """Give every choice in words; moves, of which there are many, by where they lead."""
    if found.turn.kind == Kind.KEEP:
        return ""
    if found.groups is None:
        return _power_text(found)
    placing = [group for group in found.groups if group.code == "place"]
    rest = [group for group in found.groups if group.code not in ("place", "move")]
    return "\n".join([plain.choices(placing), _moves_text(found), plain.choices(rest)])


def _power_text(found: facts.Decision) -> str:
    """Say what a power with too many choices to list lets one do."""
    options = found.options
    if isinstance(options, StepsOptions):
        targets = [_space(found, card, letter) for (card, letter), _count in options.targets]
        first = gettext("Put up to %(legions)s on these empty spaces, from your supply:") % {
            "legions": symbols.legions_text(options.limit)
        }
        if options.moves:
            first = gettext(
                "Put up to %(legions)s on these empty spaces, from your supply or from where they"
                " stand:"
            ) % {"legions": symbols.legions_text(options.limit)}
        lines = ["", *plain.wrap(first, "  ")]
        for target in targets:
            lines += plain.choice(target, ())
    else:
        lines = ["", *plain.wrap(gettext("Say how all of your legions shall stand."), "  ")]
    return "\n".join([*lines, "", *plain.wrap(gettext("Or decline the power."), "  ")])


def _moves_text(found: facts.Decision) -> str:
    """Give the moves: targets that can be reached from the same spaces stand together."""
    sources: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for group in found.groups or ():
        for option in group.options:
            choice = read_value(option.value)
            if isinstance(choice, Mobilize) and isinstance(choice.action, Move):
                move = choice.action
                target = (_space(found, move.to_card, move.to_symbol), option.follows)
                sources.setdefault(target, []).append(_space(found, move.card, move.symbol))
    targets: dict[tuple[str, ...], list[tuple[str, tuple[str, ...]]]] = {}
    for target, starts in sources.items():
        targets.setdefault(tuple(starts), []).append(target)
    lines: list[str] = []
    first = gettext("Move a legion, from the %(sources)s:")
    if any(group.code == "place" for group in found.groups or ()):
        first = gettext("Move a legion instead, from the %(sources)s:")
    for spaces, reached in targets.items():
        lines += ["", *plain.wrap(first % {"sources": _or_list(spaces)}, "  ")]
        for space, follows in reached:
            lines += plain.choice(gettext("To the %(target)s") % {"target": space}, follows)
    return "\n".join(lines)


def _or_list(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(items[:-1]), "last": items[-1]}


def _space(found: facts.Decision, card: int, symbol: str) -> str:
    return space_of(symbol, symbols.card_name(found.rules.deck, card))


def _whole(kind: str) -> str:
    """Say what the one button of a decision with too many choices does."""
    return {
        Kind.KEEP: gettext("Choose three of the six"),
        Kind.POWER: gettext("Use the power, or decline it"),
        Kind.LOSSES: gettext("Choose what you lose"),
    }.get(Kind(kind), gettext("Choose on your page"))


def _keep(found: facts.Decision) -> tuple[str, str]:
    return (
        gettext("Choose three of your six objectives"),
        gettext("Everybody chooses at the same time and unseen; the other three go away."),
    )


def _mobilize(found: facts.Decision) -> tuple[str, str]:
    board = found.board
    assert board.token is not None
    values = {"draw": board.draw, "token": board.token.name}
    headline = gettext("Draw %(draw)d: %(token)s") % values
    task = gettext("Place a legion on a matching space, move one there, or pass.")
    if board.token.letter == "J":
        task = gettext("A joker fits every space. Place a legion, move one, or pass.")
    return headline, task


def _resolved(found: facts.Decision) -> int:
    return found.view.resolving.card if found.view.resolving is not None else 0


def _power(found: facts.Decision) -> tuple[str, str]:
    card = _resolved(found)
    title = symbols.card_name(found.rules.deck, card)
    return (
        gettext("Ave Caesar! The power of %(card)s is yours to use") % {"card": title},
        symbols.power_sentence(found.rules.deck[card].power),
    )


def _losses(found: facts.Decision) -> tuple[str, str]:
    card = _resolved(found)
    attacker = found.names[found.view.resolving.seat] if found.view.resolving is not None else ""
    values = {"name": attacker, "card": symbols.card_name(found.rules.deck, card)}
    return (
        gettext("%(name)s attacks with %(card)s: choose your loss") % values,
        symbols.power_sentence(found.rules.deck[card].power),
    )


def _claim(found: facts.Decision) -> tuple[str, str]:
    own = found.board.own
    tile = f"count:{len(own.controlled)}" if own is not None else ""
    return (
        gettext("A reward is yours to claim: %(tile)s")
        % {"tile": symbols.tile_with_points(tile) if tile in TILES else ""},
        gettext(
            "You may claim one reward for a number of objectives in the whole game. Claim this"
            " one, or leave it and wait for a better one."
        ),
    )


def _take(found: facts.Decision) -> tuple[str, str]:
    return (
        gettext("Take a new objective from the market"),
        gettext("Choose one of the cards that lie open."),
    )


_HEADLINES: Mapping[str, Callable[[facts.Decision], tuple[str, str]]] = {
    "keep": _keep,
    "mobilize": _mobilize,
    "power": _power,
    "losses": _losses,
    "claim": _claim,
    "take": _take,
}
