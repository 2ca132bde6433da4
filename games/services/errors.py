"""What a service says when it refuses: codes and parameters, as the engine does."""

from games.rules.errors import RulesError


class Refused(RulesError):  # noqa: N818 - it reads as what happened
    """A request that does not fit: nothing was changed. Its sentence is in games.sentences."""


class TurnClosed(Refused):
    """An order for a turn that has closed meanwhile."""
