"""The pages that a player sees in the browser."""

from games.views.access import confirm_address, enter, sign_in, sign_in_sent, sign_out, start
from games.views.calendar import calendar, own_calendar
from games.views.game import game
from games.views.invitation import invitation
from games.views.learn import objectives, practice, rules
from games.views.mine import my_games, play
from games.views.now import game_now, now
from games.views.past import bag, past, record
from games.views.profile import delete, export, gone, new_address, profile
from games.views.seat import own_seat, seat
from games.views.seats import seats
from games.views.setup import new_game, rematch
from games.views.tables import all_tables, join, table
from games.views.time_off import take_time_off
from games.views.turn import turn
from games.views.votes import game_votes, seat_votes

__all__ = [
    "all_tables", "bag", "calendar", "confirm_address", "delete", "enter", "export", "game",
    "game_now", "game_votes", "gone", "invitation", "join", "my_games", "new_address", "new_game",
    "now", "objectives", "own_calendar", "own_seat", "past", "play", "practice", "profile",
    "record", "rematch", "rules", "seat", "seat_votes", "seats", "sign_in", "sign_in_sent",
    "sign_out", "start", "table", "take_time_off", "turn",
]  # fmt: skip
