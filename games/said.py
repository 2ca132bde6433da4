"""What happened since somebody had said so beforehand: marked in their own story, in no other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from games.models import Order
from games.rules import events
from games.rules.events import Event

#: What a decision that can be said beforehand brings about, before anything follows from it.
_DECIDED = (
    events.Placed,
    events.Moved,
    events.Passed,
    events.TileTaken,
    events.TileDeclined,
    events.ObjectiveTaken,
    events.LegionLost,
    events.ObjectiveCleared,
    events.ObjectiveDiscarded,
)


@dataclass(frozen=True, slots=True)
class AsSaid:
    """An event that the viewer had ordered beforehand."""

    event: Event


Happened = Event | AsSaid


def said_by_viewer(index: int | None) -> Exists:
    """Tell of each turn of a query whether the seat at this place decided it beforehand."""
    return Exists(
        Order.objects.filter(
            turn=OuterRef("pk"),
            seat__index=index,
            voided_at=None,
            source=Order.Source.STANDING,
        )
    )


def marked(happened: Iterable[Event], index: int | None) -> tuple[Happened, ...]:
    """Give the events of a turn that the seat had decided beforehand, its decision marked."""
    found: list[Happened] = list(happened)
    for place, event in enumerate(found):
        if isinstance(event, _DECIDED) and event.seat == index:
            found[place] = AsSaid(event)
            break
    return tuple(found)
