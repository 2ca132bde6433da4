"""What ``games`` announces, inside the transaction in which it happened.

Receivers may write rows in that transaction and must do nothing else: no mail, no network. The
sender is always the ``Game`` class (``Player`` where it is about nobody's game alone); ``game`` is
the locked row.
"""

from django.dispatch import Signal

#: A seat was offered to a player. Arguments: game, seat.
invited = Signal()

#: A seat of a game that has not begun was taken back from a person; it is deleted after this.
#: Arguments: game, seat.
seat_withdrawn = Signal()

#: A game was called off before it began. Arguments: game, seats (of people, the host's not).
called_off = Signal()

#: The game began. Arguments: game, seats (in seat order).
game_started = Signal()

#: Somebody has something to choose. Arguments: game, turn (the one left open), orders (its orders
#: with ``seat`` loaded), passed (turns that closed on the way, oldest first).
turn_opened = Signal()

#: An order was submitted or changed by a person. Arguments: game, turn, order (with its seat).
order_accepted = Signal()

#: The last draw is resolved. Arguments: game, seats (in seat order), passed.
game_over = Signal()

#: A seat's player was replaced. Arguments: game, old (seat), new (seat), turn (open one or None).
seat_replaced = Signal()

#: Somebody missed two turns in a row: a bot orders for them from now on. Arguments: game, seat.
seat_absent = Signal()

#: A player asks to be mailed the current link. Arguments: game, seat, turn (the open one or None),
#: number (of the turn whose old link was used).
link_requested = Signal()

#: A paused game goes on. Arguments: game, turn (the open one or None, with its new deadline).
game_resumed = Signal()

#: Somebody proposes something to the table. Arguments: game, vote (with its seat), seats (that are
#: asked, players loaded).
vote_opened = Signal()

#: A proposal is decided, or has expired. Arguments: game, turn (the open one or None), vote (with
#: its seat), by (the seat whose answer decided it, or None).
vote_closed = Signal()

#: Somebody takes time off, or ends it early. Arguments: game, turn (the open one or None), seat,
#: time_off, code (``time_off`` or ``time_off_ended``).
time_off_announced = Signal()

#: A game was set apart because the engine or a service failed on it. Arguments: game, error (code).
game_quarantined = Signal()

#: A moderator did something to a game. Arguments: game, action (``ModeratorAction``), seat (or
#: None).
moderated = Signal()

#: A moderator did something about a person. Arguments: player (None once deleted), action.
player_moderated = Signal()

#: Somebody asks for a link to get in. Arguments: link (``AccessLink``).
access_asked = Signal()

#: A player's address changed and every old link is dead. Arguments: player, old (address), link
#: (the ``AccessLink`` that confirmed it), seats (that need their links anew, with game loaded).
address_changed = Signal()

#: An account is about to be deleted. Arguments: player.
player_leaving = Signal()

#: A player asks for everything that is stored about them. Arguments: player. Receivers give
#: dictionaries that JSON can hold.
player_exported = Signal()
