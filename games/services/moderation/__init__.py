"""What moderators do to games and people: each deed checked, done and traced in one transaction."""

from games.services.moderation.acting import ACTIONS, act, preview
from games.services.moderation.many import act_on_many, preview_many
from games.services.moderation.people import PEOPLE_ACTIONS, act_on_player, preview_on_player

__all__ = [
    "ACTIONS",
    "PEOPLE_ACTIONS",
    "act",
    "act_on_many",
    "act_on_player",
    "preview",
    "preview_many",
    "preview_on_player",
]
