"""The sentence for every refusal of engine and services: what was wrong, and what is possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presenting import symbols
from games.rules import Deck, RulesError
from games.rules.errors import Parameter

#: Code -> sentence. Parameters that name a card, a symbol or symbols arrive in words.
SENTENCES: Mapping[str, Promise] = {
    # Illegal choices
    "bad_value": _("This is none of the choices on the page. Choose one of those."),
    "carried_twice": _("The same thing is answered twice. Give each answer and each card once."),
    "claims_disagree": _(
        "You cannot claim the rewards for %(claim)s objectives or more and leave those for up to"
        " %(leave)s. Take a smaller number for those that are left."
    ),
    "choice_missing": _("Somebody's decision is missing; all who are awaited must decide."),
    "nothing_completed": _("Your placement completes nothing, so nothing follows from it."),
    "nothing_chosen": _("Nothing was chosen. Choose on the page, then submit."),
    "no_choice_of_power": _("The power of %(card)s asks nothing, so it takes no answer."),
    "no_legion": _("No legion (or not that many) stands on the %(symbol)s of %(card)s."),
    "no_legions_there": _("No legion stands on %(card)s. Choose an objective that has some."),
    "no_match": _(
        "A legion cannot go on the %(symbol)s of %(card)s now. Possible are empty spaces of:"
        " %(symbols)s."
    ),
    "no_moves_by_powers": _(
        "In this game powers place legions from the supply; they do not move any."
    ),
    "no_such_card": _("There is no card %(card)s in this game."),
    "no_such_space": _("%(card)s has no such space (or not so many): %(symbol)s."),
    "no_such_tile": _("There is no reward for %(count)s objectives; there are those for 2 to 6."),
    "not_awaited": _("Nothing is asked of this seat now."),
    "not_controlled": _("You do not control %(card)s. Choose one of your controlled objectives."),
    "not_dealt": _("%(card)s was not dealt to you. Keep three of your six cards."),
    "not_in_market": _("%(card)s does not lie in the market. Choose one of the cards there."),
    "not_your_objective": _("%(card)s is not one of your objectives. Choose one of those."),
    "objective_waiting": _(
        "%(card)s is completed already: no legion goes on or off it, and no power chooses it."
    ),
    "same_space": _(
        "The legion on the %(symbol)s of %(card)s would stay where it is. Choose another space."
    ),
    "space_full": _("No %(symbol)s of %(card)s is empty any more. Choose an empty space."),
    "supply_empty": _("Your supply is empty. You can move a legion that is placed, or pass."),
    "too_many_steps": _("These are %(found)s legions; the power allows at most %(allowed)s."),
    "wrong_answer": _("This answers another question. What is asked now stands on the page."),
    "wrong_cards": _("The arrangement must name each of your objectives once: %(expected)s."),
    "wrong_kind": _("There is no decision of the kind %(kind)s."),
    "wrong_number": _("You chose %(found)s; it must be exactly %(expected)s."),
    "wrong_order": _("Cards and symbols must stand in rising order, each as often as it is there."),
    "not_accepted": _("Nothing was accepted. Select that you take the seat, then submit."),
    "not_a_step": _("For each legion choose where it comes from and where it goes, or neither."),
    # What cannot be read
    "malformed": _("This cannot be read: at %(place)s there must be %(expected)s."),
    # Requests to the service
    "address_twice": _("%(address)s is named twice. Everybody has one seat in a game."),
    "bad_address": _("%(address)s is no e-mail address. One looks like anna@example.org."),
    "bad_bot": _("There is no bot %(found)s. There are: %(allowed)s."),
    "bad_game_name": _("A game needs a name of at most %(longest)s characters in one line."),
    "bad_daily_hour": _("The hour of the day is %(low)s to %(high)s, not %(found)s."),
    "bad_hours": _("A turn has %(low)s to %(high)s hours, not %(found)s, or no deadline at all."),
    "bad_opponents": _("Choose how many bots you want to play against: %(low)s to %(high)s."),
    "bad_player_name": _("A name has at most %(longest)s characters in one line."),
    "bad_seats": _("A game has %(low)s to %(high)s seats, not %(found)s."),
    "bad_word": _("A word for the bag has at most %(longest)s characters in one line."),
    "game_cancelled": _("The game was cancelled: nothing can be done in it any more."),
    "game_finished": _("The game is over: nothing can be done in it any more."),
    "game_not_open": _("%(name)s has begun (or was cancelled): seats are not open any more."),
    "game_not_started": _("%(name)s has not begun yet."),
    "game_open": _("The game has not begun yet: all who are invited must accept first."),
    "game_paused": _("The game is paused. You can go on when it is resumed."),
    "game_quarantined": _(
        "The game stands still because of a fault of ours. You can go on when it is mended."
    ),
    "game_running": _("The game is running: that can be done before or after it only."),
    "no_such_game": _("There is no such game."),
    "no_such_seat": _("There is no such seat."),
    "no_heir_address": _("Give the address of the person who is to play your seat on."),
    "no_heir_chosen": _(
        "Nothing was changed. Select who plays your seat on, then submit; it cannot be undone."
    ),
    "not_back": _("Nothing was changed. Select that you are back, then submit."),
    "nobody_invited": _("Nobody is invited. At least one seat must be for a person."),
    "nothing_asked": _("Nothing is asked of this seat in that turn."),
    "practice_full": _("Too many practice games are being played. Please try again tomorrow."),
    "practice_too_often": _(
        "From your network %(often)s practice games were started this hour. Play one of them on, or"
        " come back later."
    ),
    "seat_given_away": _("Somebody else has this seat now, so nothing can be done with it here."),
    "seat_is_played": _(
        "%(seat)s plays this seat. You can offer seats of those who are absent, and of bots that"
        " took one over."
    ),
    "seat_not_accepted": _("%(seat)s has not accepted yet; the game can start after that."),
    "seat_replaced": _("Somebody else plays this seat now, so no order can be given for it here."),
    "said_meanwhile": _(
        "Nothing was changed: what you had said beforehand is not what this form was made from. It"
        " stands below as it is now."
    ),
    "said_too_late": _(
        "Nothing was changed: turn %(turn)s has closed. Say it on the page of your current turn."
    ),
    "two_clocks": _("A turn closes after so many hours or at an hour of the day, not both."),
    "turn_closed": _("Turn %(turn)s has closed: this order came too late and is not recorded."),
    # Getting in, and the account
    "account_not_deleted": _("Nothing was deleted. Select that you want it, and type the word."),
    "address_taken": _("There is an account with this address already, so this one keeps its own."),
    "asked_too_often": _(
        "Your network asked for %(most)s links within an hour, which is the most. Wait a while, or"
        " use the newest mail that came."
    ),
    "bad_form": _("This form is damaged. Open the page anew and send it once more."),
    "bad_own_name": _("Your name has 1 to %(longest)s characters in one line."),
    "bad_zone": _("There is no such time zone. Choose one of the list."),
    "link_used": _("This link is used up or too old. Ask for a new one."),
    "no_stay_chosen": _("Select for how long to stay signed in on this device, then go on."),
    "not_confirmed": _("Nothing was changed. Select that this is your address, then go on."),
    "same_address": _("This is the address that you have already."),
    # Tables
    "host_stays": _("The host keeps a seat until the start, or calls the game off."),
    "not_host": _("Only the host of this game can do that."),
    "nothing_selected": _("Nothing was done. Select what you want on the page, then send it."),
    "seats_too_few": _(
        "%(wanted)s people and bots do not fit at a table of %(seats)s, yourself included. Take"
        " more seats, or fewer people."
    ),
    "table_full": _("No seat is free at this table."),
    "too_many_games": _(
        "You have made %(most)s games within an hour, which is the most. Wait a while."
    ),
    "too_many_invitations": _(
        "You have invited %(most)s people within an hour, which is the most. Wait a while."
    ),
    # The moderators' desk
    "banned_already": _("This person is shut out already."),
    "due_is_past": _("This deadline is past. Choose one that is still to come."),
    "failed_here": _(
        "This failed for a reason of ours (%(kind)s), which is in the log. Nothing was done here."
    ),
    "game_is_there": _("The game %(game)s is there already. It was not touched."),
    "keep_is_secret": _(
        "Which cards somebody keeps is chosen from a hand that nobody else sees. Only the default"
        " can be given here."
    ),
    "moved_on": _(
        "The game has moved on since you looked (its open turn is %(turn)s now, 0: none). Nothing"
        " was done."
    ),
    "no_backup": _("This is no back-up of a game that this version can read."),
    "no_deadline": _("The open turn has no deadline."),
    "no_former_player": _("Nobody played this seat before, so it can be given back to nobody."),
    "no_such_action": _("There is no action %(found)s. There are: %(allowed)s."),
    "no_such_message": _("There is no such message at this table, or it is hidden already."),
    "no_such_player": _("There is no such player."),
    "no_such_role": _("There is no role %(found)s. There are: %(allowed)s, or none."),
    "no_such_turn": _("There is no turn %(turn)s to go back to, or it was taken back itself."),
    "nobody_owes": _("Nobody who gets mail owes an order."),
    "not_banned": _("This person is not shut out."),
    "not_lead": _("Only a lead moderator can do that."),
    "not_moderator": _("Only a moderator can do that."),
    "not_on_staff": _(
        "This is done neither to oneself nor to staff. A superuser can do it to other staff."
    ),
    "not_quarantined": _("The game is not set apart."),
    "nothing_missed": _("This seat has missed nothing lately."),
    "nothing_open": _("No turn is open in this game."),
    "order_is_in": _("%(seat)s has ordered already, and that order stands."),
    "own_game": _("You have, or had, a seat in this game: somebody else must look after it."),
    "plays_with_you": _(
        "You sit in a game with this person that is not over: somebody else must do this."
    ),
    "position_not_kept": _("The position of turn %(turn)s is not kept any more."),
    "values_unfit": _("These values do not fit the action %(action)s."),
    "why_missing": _("Say why, in 1 to %(longest)s characters: it stays in the trace."),
    # What a table decides, and time off
    "bad_day": _("Give both days as the calendar has them, such as 2027-08-01."),
    "no_such_time_off": _("There is no such time off of yours."),
    "no_clock_chosen": _("Choose also which other clock the table should play with."),
    "no_such_vote": _("There is no such proposal in this game."),
    "time_off_backwards": _("The last day comes before the first. Turn them round."),
    "time_off_overlaps": _("You have time off on some of these days already. Choose other days."),
    "time_off_past": _("Days off cannot lie in the past: the first possible one is %(today)s."),
    "time_off_too_far": _("Time off can be planned up to %(furthest)s, and not further ahead."),
    "time_off_too_often": _(
        "You have changed your time off %(most)s times within an hour, which is the most. Wait."
    ),
    "time_off_used_up": _("You have %(left)s days off left in %(year)s. Choose fewer days."),
    "vote_absent": _(
        "You are absent, so the table decides without you. Say that you are back, then vote."
    ),
    "vote_closed": _("This proposal is decided already, or there is nothing to decide any more."),
    "vote_expired": _("This proposal has expired. It can be made again."),
    "vote_not_possible": _("This cannot be proposed as the game stands now."),
    "vote_open_already": _("%(name)s has proposed this already. Answer that proposal."),
    "vote_same_clock": _("Choose a clock that is another than the one the game has."),
    "vote_time_off": _(
        "You are on time off, so the table decides without you. End your time off, then vote."
    ),
    "vote_too_soon": _("The same was declined, or expired, less than a day ago. Wait a day."),
    # Table talk
    "no_open_report": _("No report of this message is open (any more)."),
    "report_not_chosen": _(
        "Nothing was reported. Select that the moderators should look at it, then send."
    ),
    "report_too_long": _("Your line has %(found)s characters; at most %(longest)s can be sent."),
    "reported_too_often": _(
        "You have reported %(most)s messages within an hour, which is the most. Wait a while."
    ),
    "talk_alone": _("Nobody at this table could hear you: bots do not listen."),
    "talk_empty": _("Nothing was said: there is no letter in the message that can be shown."),
    "talk_old_link": _(
        "This link is of an earlier turn. To say something at the table, use your newest one."
    ),
    "talk_over": _(
        "The game has been over for more than %(days)s days: nothing is said at its table any more."
    ),
    "talk_too_long": _("The message has %(found)s characters; at most %(longest)s can be sent."),
    "talk_too_often": _(
        "You sent %(most)s messages within %(minutes)s minutes, which is the most. Wait a while."
    ),
    # Setting a game up
    "bad_order": _("This is no order of the seats: each of %(expected)s must stand in it once."),
    "bad_switch": _("%(switch)s cannot be %(value)s. It can be: %(allowed)s."),
    "deck_too_small": _("A deck of %(found)s cards is too small for so many players."),
    # Decks
    "deck_columns": _("Line %(line)s: the columns must be %(expected)s."),
    "deck_kind": _("Line %(line)s: there is no kind %(value)s. There are: %(allowed)s."),
    "deck_name": _("Line %(line)s: the name is missing."),
    "deck_not_csv": _("Line %(line)s: this is no CSV (%(problem)s)."),
    "deck_not_utf8": _("The file is not written in UTF-8."),
    "deck_number_twice": _("Line %(line)s: the number %(number)s stands there twice."),
    "deck_power": _("Line %(line)s: there is no power %(value)s."),
    "deck_row_length": _("Line %(line)s: there must be %(expected)s values."),
    "deck_symbols": _(
        "Line %(line)s: %(value)s are no 2 to 6 spaces in the order S, H, C, K, T, D."
    ),
    "deck_value": _("Line %(line)s: %(column)s must be %(low)s to %(high)s, not %(value)s."),
    # Stored games that cannot go on
    "foreign_chance": _("The chance is not the one that this game started with."),
    "no_attack": _("Card %(card)s has no attack, but the game stands in one."),
    "no_chance": _("The position can only be read here, not moved on."),
    "no_power": _("Card %(card)s has no power, but the game stands in one."),
    "no_space_left": _("Nobody has an empty space any more: the position cannot go on."),
    "nothing_resolving": _("No objective is being resolved, but the game stands in a decision."),
    "ruleset_unreadable": _("The stored rules of this game cannot be read."),
    "state_unreadable": _("The stored position of this game cannot be read."),
    "unknown_version": _("The game has the rules' version %(found)s; known is %(known)s."),
}


def sentence(error: RulesError, deck: Deck | None = None) -> str:
    """Give the sentence for a refusal; with a deck its cards are named."""
    template = SENTENCES.get(error.code)
    if template is None:
        return gettext("This cannot be done (%(code)s).") % {"code": error.code}
    values = {name: _in_words(name, value, deck) for name, value in error.parameters.items()}
    return str(template) % values


def _in_words(name: str, value: Parameter, deck: Deck | None) -> Any:
    if name == "card" and deck is not None and value in deck:
        return symbols.card_name(deck, int(value))
    if name in ("symbol", "symbols"):
        known = [letter for letter in str(value) if letter in "SHCKTDJ"]
        return symbols.symbols_text("".join(known)) if known else str(value)[:20]
    return value[:200] if isinstance(value, str) else value
