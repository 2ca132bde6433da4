"""The switches of a game in sentences: every ruling on which it differs from the default."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import Ruleset

#: (switch, value) -> what it means. Those of the default are not said.
_SENTENCES: Mapping[tuple[str, str], Promise] = {
    ("opening", "dealt"): _("Nobody chooses: everybody plays with the first three cards dealt."),
    ("shelter", "none"): _("A completed objective that waits does not protect from attacks."),
    ("power_moves", "no"): _("Powers place legions from the supply only; they do not move any."),
    ("goods_tie", "holder"): _("Wheat and gold move only to somebody who has more, not as many."),
}
_TARGET = _("The game ends with the first player who controls %(target)d objectives.")


def rulings(ruleset: Ruleset) -> tuple[str, ...]:
    """Say when the game ends, and which rules differ from the usual ones."""
    values = {switch: getattr(ruleset, switch) for switch, _value in _SENTENCES}
    told = [str(text) for key, text in _SENTENCES.items() if values[key[0]] == key[1]]
    return (str(_TARGET) % {"target": ruleset.target}, *told)
