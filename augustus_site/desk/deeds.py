"""What can be done at the desk, in words, and which of it fits a game, a seat or a person now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, Order, Player, Seat, Turn
from games.services.moderation import ACTIONS, PEOPLE_ACTIONS, roles
from games.services.moderation.case import Action
from games.services.moderation.many import FOR_MANY, role_for

#: Code -> what it is called, also in the trace.
LABELS: Mapping[str, str | Promise] = {
    "resend": _("Send the current links again"),
    "nudge": _("Nudge who is missing"),
    "extend": _("Extend the deadline"),
    "set_due": _("Set the deadline"),
    "suspend": _("Suspend the deadline"),
    "pause": _("Pause"),
    "resume": _("Resume"),
    "order_default": _("Order the default"),
    "order_given": _("Order a given choice"),
    "advance_now": _("Advance now"),
    "dry_run": _("Try an advance, without doing it"),
    "replace_by_player": _("Replace by a person"),
    "replace_by_bot": _("Replace by a bot"),
    "give_back": _("Give the seat back"),
    "revoke": _("Revoke the links"),
    "go_back": _("Go back to the start of a turn"),
    "quarantine": _("Set apart"),
    "release": _("Release"),
    "cancel": _("Call the game off"),
    "close": _("Close without the engine"),
    "hide_talk": _("Hide the message"),
    "set_aside": _("Set the reports aside"),
    "warn": _("Warn by mail"),
    "excuse": _("Excuse missed turns"),
    "stop_mail": _("Stop mail"),
    "allow_mail": _("Allow mail again"),
    "ban": _("Shut out"),
    "lift_ban": _("Let in again"),
    "export": _("Hand out what is stored"),
    "delete": _("Delete the account"),
    "give_role": _("Give a role"),
}

#: Code -> what follows from it, for who is about to do it.
EFFECTS: Mapping[str, str | Promise] = {
    "resend": _("Everybody who still owes an order gets a mail with the current link."),
    "nudge": _("Whoever is missing gets a mail that the others wait, with the current link."),
    "extend": _("The open turn's deadline moves. Reminders move with it."),
    "set_due": _("The open turn closes then, with the default for who has not ordered."),
    "suspend": _("The open turn has no deadline any more: it waits for every order."),
    "pause": _("The clock stands still and nothing advances, until somebody resumes the game."),
    "resume": _("The clock goes on with the time that was left; who is awaited gets a mail."),
    "order_default": _(
        "The seat gets what the clock would order at the deadline. Only if it has ordered nothing."
    ),
    "order_given": _("The seat gets this order. Only if it has ordered nothing."),
    "advance_now": _("The open turn closes as if its deadline were past; the draw goes on."),
    "dry_run": _(
        "The advance is tried and undone. You learn whether it passes, or the error's code, and how"
        " long it took; nothing else."
    ),
    "replace_by_player": _(
        "The seat's links are dead, its order of the open turn is void, and the new player gets"
        " the turn by mail."
    ),
    "replace_by_bot": _(
        "The seat's links are dead, its order of the open turn is void, and a bot plays it on."
    ),
    "give_back": _("Who played the seat before plays it again; whoever plays it now is told."),
    "revoke": _("Every link mailed to this seat so far is dead; a new one is mailed."),
    "go_back": _(
        "This turn and all later ones are taken back, their links only say so, everybody is told,"
        " and the turn opens again. The same tokens come."
    ),
    "quarantine": _("Nothing advances this game until it is released. Players see that it stands."),
    "release": _("The game may advance again, with all of its tries."),
    "cancel": _("The game ends and counts for nobody. Everybody is told."),
    "close": _(
        "The game ends where it stands, whatever state it is in, and counts for nobody. Nothing of"
        " its position is read. Everybody is told."
    ),
    "hide_talk": _(
        "The message is shown to nobody any more; a line says that one was hidden. Its reports are"
        " closed."
    ),
    "set_aside": _("The message stays as it is. Its reports are closed, and nobody is told."),
    "warn": _("What you write as the reason goes to this person by mail, word for word."),
    "excuse": _("The turns missed in a row are forgotten, and the player is not absent."),
    "stop_mail": _("No mail goes to this address; the player sees it on the site."),
    "allow_mail": _("Mail goes to this address again."),
    "ban": _("This person is signed out, cannot come back, and gets no mail."),
    "lift_ban": _("This person can sign in again. Seats that bots took over stay theirs."),
    "export": _(
        "You get a file with what is stored about this person, to be handed to nobody but them. Of"
        " games that are not over it holds no order, nothing said beforehand, and no word for the"
        " bag. The person can fetch a file with all of it on their own profile."
    ),
    "delete": _("The account is deleted for good. Bots play its seats on, under no name."),
    "give_role": _("Moderators mend games; leads also ban, close games and give roles."),
}


@dataclass(frozen=True, slots=True)
class Deed:
    """A button at the desk: to the form of one action."""

    code: str
    label: str
    url: str


#: The code of a deed, and what it is called.
Choice = tuple[str, str]


def deeds_for_game(game: Game, moderator: Player, turn: Turn | None) -> tuple[Deed, ...]:
    """Give what may be done to a game as it is now."""
    return tuple(
        deed_about_game(game, action.code)
        for action in ACTIONS.values()
        if not action.about_seat
        and action.code not in _ELSEWHERE
        and _fits(action, game, moderator)
        and (turn is not None or action.code not in _NEEDS_TURN)
        and _state_fits(action.code, game, turn)
    )


def deeds_for_seat(
    game: Game, seat: Seat, moderator: Player, order: Order | None, *, had_another: bool
) -> tuple[Deed, ...]:
    """Give what may be done to a seat as it is now; ``had_another``: somebody played it before."""
    owes = order is not None and order.submitted_at is None
    found = []
    for action in ACTIONS.values():
        about = action.about_seat or action.code in ("resend", "nudge")
        needs_order = action.code in ("resend", "nudge", "order_default", "order_given")
        if not about or (needs_order and not owes) or not _fits(action, game, moderator):
            continue
        if action.code == "excuse" and not seat.missed and seat.absent_since is None:
            continue
        if action.code == "give_back" and not had_another:
            continue
        found.append(deed_about_game(game, action.code, seat))
    return tuple(found)


def deeds_for_many(moderator: Player) -> tuple[Choice, ...]:
    """Give what a moderator may do to many games at once."""
    return tuple(
        (code, str(LABELS[code])) for code in FOR_MANY if roles.has(moderator, role_for(code, 2))
    )


def deeds_for_message(game: Game, message: int) -> tuple[Deed, ...]:
    """Give what may be done about a message that was reported."""
    return tuple(deed_about_message(game, code, message) for code in ("hide_talk", "set_aside"))


def deed_about_message(game: Game, code: str, message: int) -> Deed:
    """Give the button of one deed about a message."""
    url = reverse("desk:act", kwargs={"public_id": game.public_id, "code": code})
    return Deed(code, str(LABELS[code]), f"{url}?message={message}")


def excusing(seat: Seat) -> tuple[Deed, ...]:
    """Give the button that excuses what a seat missed, on its player's page; none if nothing."""
    missed = seat.missed or seat.absent_since is not None
    going = seat.game.status in ACTIONS["excuse"].statuses and seat.replaced_at is None
    if not missed or not going:
        return ()
    deed = deed_about_game(seat.game, "excuse", seat)
    return (replace(deed, url=f"{deed.url}&from=person"),)


def deeds_for_player(player: Player, moderator: Player, *, stopped: bool) -> tuple[Deed, ...]:
    """Give what may be done about a person as they are now; ``stopped``: they get no mail."""
    unfit = {
        "lift_ban" if player.is_active else "ban",
        "stop_mail" if stopped else "allow_mail",
    }
    return tuple(
        deed_about_person(player, action.code)
        for action in PEOPLE_ACTIONS.values()
        if action.code not in unfit and roles.has(moderator, action.role)
    )


def deed_about_person(player: Player, code: str) -> Deed:
    """Give the button of one deed about a person."""
    url = reverse("desk:act_on_player", kwargs={"pk": player.pk, "code": code})
    return Deed(code, str(LABELS[code]), url)


#: Begun from a turn or a message, not from the game as a whole.
_ELSEWHERE = frozenset(("go_back", "hide_talk", "set_aside"))
_NEEDS_TURN = frozenset(
    ("resend", "nudge", "extend", "set_due", "suspend", "advance_now", "dry_run")
)


def _fits(action: Action, game: Game, moderator: Player) -> bool:
    return game.status in action.statuses and roles.has(moderator, action.role)


def _state_fits(code: str, game: Game, turn: Turn | None) -> bool:
    apart = game.quarantined_at is not None
    has_deadline = turn is not None and turn.due is not None
    return {
        "quarantine": not apart,
        "release": apart,
        "advance_now": not apart,
        "cancel": not apart,
        "extend": has_deadline,
        "suspend": has_deadline,
        "pause": game.status == Game.Status.RUNNING,
        "resume": game.status == Game.Status.PAUSED,
    }.get(code, True)


def deed_about_game(game: Game, code: str, seat: Seat | None = None) -> Deed:
    """Give the button of one deed about a game, or a seat of it."""
    url = reverse("desk:act", kwargs={"public_id": game.public_id, "code": code})
    return Deed(code, str(LABELS[code]), f"{url}?seat={seat.pk}" if seat is not None else url)
