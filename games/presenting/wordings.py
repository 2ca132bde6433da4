"""The sentence for every event: one about somebody else, one to the viewer about themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

#: Event code -> (sentence about somebody else, sentence to the viewer about themselves).
SENTENCES: Mapping[str, tuple[Any, Any]] = {
    code: (other, own)
    for code, other, own in (
        (
            "dealt",
            gettext_lazy("%(name)s is dealt %(cards)s."),
            gettext_lazy("You are dealt %(cards)s."),
        ),
        ("kept", gettext_lazy("%(name)s keeps %(cards)s."), gettext_lazy("You keep %(cards)s.")),
        (
            "placed",
            gettext_lazy("%(name)s places a legion on the %(symbol)s of %(card)s."),
            gettext_lazy("You place a legion on the %(symbol)s of %(card)s."),
        ),
        (
            "moved",
            gettext_lazy(
                "%(name)s moves a legion from the %(symbol)s of %(card)s to the %(to_symbol)s of"
                " %(to_card)s."
            ),
            gettext_lazy(
                "You move a legion from the %(symbol)s of %(card)s to the %(to_symbol)s of"
                " %(to_card)s."
            ),
        ),
        ("passed", gettext_lazy("%(name)s passes."), gettext_lazy("You pass.")),
        (
            "passed.automatic",
            gettext_lazy("%(name)s has no matching space and passes."),
            gettext_lazy("You have no matching space and pass."),
        ),
        (
            "completed",
            gettext_lazy("Ave Caesar! %(name)s completes %(card)s."),
            gettext_lazy("Ave Caesar! You complete %(card)s."),
        ),
        (
            "legions_returned",
            gettext_lazy("%(name)s takes %(legions)s of %(card)s back."),
            gettext_lazy("You take %(legions)s of %(card)s back."),
        ),
        (
            "answer_used",
            gettext_lazy("%(name)s had said beforehand what to do."),
            gettext_lazy("What you had said beforehand is done."),
        ),
        (
            "power_idle",
            gettext_lazy("The power of %(card)s finds nothing to act on."),
            gettext_lazy("The power of your %(card)s finds nothing to act on."),
        ),
        (
            "power_declined",
            gettext_lazy("%(name)s does not use the power of %(card)s."),
            gettext_lazy("You do not use the power of %(card)s."),
        ),
        (
            "gained",
            gettext_lazy("%(name)s takes %(legions)s from the common supply for good."),
            gettext_lazy("You take %(legions)s from the common supply for good."),
        ),
        (
            "rearranged",
            gettext_lazy("%(name)s rearranges the legions: %(objectives)s."),
            gettext_lazy("You rearrange your legions: %(objectives)s."),
        ),
        (
            "attacked",
            gettext_lazy("%(name)s attacks with %(card)s: it hits %(targets)s."),
            gettext_lazy("You attack with %(card)s: it hits %(targets)s."),
        ),
        (
            "sheltered",
            gettext_lazy("%(by)s cannot touch %(name)s, who has a completed objective waiting."),
            gettext_lazy("%(by)s cannot touch you: a completed objective of yours is waiting."),
        ),
        (
            "legion_lost",
            gettext_lazy("%(name)s loses the legion on the %(symbol)s of %(card)s."),
            gettext_lazy("You lose the legion on the %(symbol)s of %(card)s."),
        ),
        (
            "objective_cleared",
            gettext_lazy("%(name)s takes %(legions)s off %(card)s: all that stood there."),
            gettext_lazy("You take %(legions)s off %(card)s: all that stood there."),
        ),
        (
            "objective_discarded",
            gettext_lazy("%(name)s loses the controlled objective %(card)s."),
            gettext_lazy("You lose the controlled objective %(card)s."),
        ),
        (
            "controlled",
            gettext_lazy("%(name)s now controls %(card)s: %(objectives)s."),
            gettext_lazy("You now control %(card)s: %(objectives)s."),
        ),
        (
            "end_set",
            gettext_lazy("%(name)s has reached the last objective: this is the last draw."),
            gettext_lazy("You have reached the last objective: this is the last draw."),
        ),
        (
            "tile_taken",
            gettext_lazy("%(name)s takes the reward for %(tile)s."),
            gettext_lazy("You take the reward for %(tile)s."),
        ),
        (
            "tile_taken.loser",
            gettext_lazy("%(name)s takes the reward for %(tile)s from %(loser)s."),
            gettext_lazy("You take the reward for %(tile)s from %(loser)s."),
        ),
        (
            "tile_declined",
            gettext_lazy("%(name)s leaves the reward for %(tile)s."),
            gettext_lazy("You leave the reward for %(tile)s."),
        ),
        (
            "objective_taken",
            gettext_lazy("%(name)s takes %(card)s from the market."),
            gettext_lazy("You take %(card)s from the market."),
        ),
        (
            "nothing_to_take",
            gettext_lazy("The market is empty: %(name)s takes no card."),
            gettext_lazy("The market is empty: you take no card."),
        ),
        (
            "tokens_returned",
            gettext_lazy("All tokens go back into the bag. %(name)s is town crier now."),
            gettext_lazy("All tokens go back into the bag. You are town crier now."),
        ),
        ("seated", gettext_lazy("The seats are taken in this order: %(names)s."), None),
        ("market_opened", gettext_lazy("The market opens with %(cards)s."), None),
        ("market_refilled", gettext_lazy("%(card)s comes to the market."), None),
        (
            "deck_reshuffled",
            gettext_lazy("The deck is used up: %(cards)s are shuffled anew from the discards."),
            None,
        ),
        ("game_over", gettext_lazy("The game is over. %(result)s %(points)s."), None),
    )
}
