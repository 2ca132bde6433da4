"""What other parts of the service have to tell a player on their own pages.

``games`` imports none of them: they add a function here when the service starts, as they connect
to its signals. Each gives a sentence, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from games.models import Player

tellers: list[Callable[[Player], str]] = []


def notices_for(player: Player | None) -> tuple[str, ...]:
    """Give the sentences for a player; none for a bot's seat."""
    if player is None:
        return ()
    return tuple(said for tell in tellers if (said := tell(player)))
