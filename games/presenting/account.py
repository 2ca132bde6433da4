"""The navigation of who is signed in, or of a stranger."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from games.models import Player


@dataclass(frozen=True, slots=True)
class Target:
    """One place to go to."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Account:
    """What the head of every page shows beside the name of the site."""

    name: str
    targets: tuple[Target, ...]


def account(player: Player | None) -> Account:
    """Give the navigation for a player, or for nobody."""
    tables = Target(gettext("Open games"), reverse("games:tables"))
    rules = Target(gettext("Rules"), reverse("games:rules"))
    if player is None:
        practice = Target(gettext("Practice"), reverse("games:practice"))
        return Account(
            "", (tables, practice, rules, Target(gettext("Sign in"), reverse("games:sign_in")))
        )
    return Account(
        str(player),
        (
            Target(gettext("My games"), reverse("games:mine")),
            tables,
            rules,
            Target(gettext("Profile"), reverse("games:profile")),
        ),
    )
