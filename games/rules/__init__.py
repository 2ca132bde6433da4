"""The game itself: pure Python, no Django, no clock, no I/O. The authority is docs/rules.md."""

from games.rules.chance import Chance
from games.rules.deck import Deck
from games.rules.engine import RULES_VERSION, Rules, Step
from games.rules.errors import BadDeck, IllegalChoice, Malformed, RefusedState, RulesError
from games.rules.ruleset import Ruleset
from games.rules.state import State

__all__ = [
    "RULES_VERSION", "BadDeck", "Chance", "Deck", "IllegalChoice", "Malformed", "RefusedState",
    "Rules", "RulesError", "Ruleset", "State", "Step",
]  # fmt: skip
