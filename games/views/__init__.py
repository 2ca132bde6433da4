"""The pages that a player sees in the browser."""

from games.views.game import game
from games.views.invitation import invitation
from games.views.learn import objectives, practice, rules
from games.views.past import bag, past, record
from games.views.turn import turn

__all__ = ["bag", "game", "invitation", "objectives", "past", "practice", "record", "rules", "turn"]
