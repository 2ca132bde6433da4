"""The form of each deed: its values, the reason, and what the moderator had before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.services.lobby import NAME_LENGTH
from games.services.moderation import roles
from games.services.moderation.clocks import MOST_HOURS
from games.services.moderation.why import LONGEST


class DeedForm(forms.Form):
    """What every deed needs: why. ``seen``: the number of the open turn when it was looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label=_("Why"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Stays in the trace, with your name."),
    )

    def values(self) -> dict[str, Any]:
        """Give the deed's own values, without reason and what was seen."""
        kept = {"seen", "why", "seat"}
        return {name: value for name, value in self.cleaned_data.items() if name not in kept}


class ExtendForm(DeedForm):
    """By how much."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24)


class DueForm(DeedForm):
    """Until when, in UTC."""

    due = forms.DateTimeField(
        label=_("Deadline (UTC)"),
        help_text=_("For example 2027-01-31 18:00."),
    )


class BotForm(DeedForm):
    """Which bot."""

    bot = forms.ChoiceField(label=_("Bot"), choices=Seat.Bot.choices)


class PersonForm(DeedForm):
    """Whom."""

    email = forms.EmailField(label=_("E-mail address"))
    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, required=False)


class BackForm(DeedForm):
    """To which turn."""

    number = forms.IntegerField(label=_("Turn"), min_value=1)


class MessageForm(DeedForm):
    """Which message; whatever turn is open, it stays the same."""

    seen = None  # type: ignore[assignment]  # so a field is left out
    message = forms.IntegerField(widget=forms.HiddenInput)


class BanForm(DeedForm):
    """Whether bots take over."""

    hand_over = forms.BooleanField(label=_("Let bots play their seats on, at once"), required=False)


class RoleForm(DeedForm):
    """Which role."""

    group = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[("", _("none")), *((name, name) for name in roles.GROUPS)],
    )


def form_of(code: str) -> type[DeedForm]:
    """Give the form of a deed."""
    return FORMS.get(code, DeedForm)


#: Code -> form; the plain one for every other deed.
FORMS: Mapping[str, type[DeedForm]] = {
    "extend": ExtendForm,
    "set_due": DueForm,
    "replace_by_bot": BotForm,
    "replace_by_player": PersonForm,
    "go_back": BackForm,
    "hide_talk": MessageForm,
    "set_aside": MessageForm,
    "ban": BanForm,
    "give_role": RoleForm,
}
