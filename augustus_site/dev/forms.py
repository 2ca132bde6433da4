"""The form for a game of several people."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.lobby import Invitee


class GameForm(forms.Form):
    """A name, the addresses one a line, bots, and the length of a turn."""

    name = forms.CharField(label=_("Name of the game"), initial=_("Via Appia"))
    addresses = forms.CharField(
        label=_("Addresses, one a line"), widget=forms.Textarea(attrs={"rows": 4}), required=False
    )
    bots = forms.IntegerField(label=_("Bots"), initial=0, min_value=0, max_value=6)
    hours = forms.IntegerField(
        label=_("Hours for each turn (empty: no deadline)"), min_value=1, required=False
    )

    def invitees(self) -> list[Invitee]:
        """Give whom the filled-in form names: the people, then the bots."""
        lines = [line.strip() for line in self.cleaned_data["addresses"].splitlines()]
        bots = [Invitee(bot="greedy")] * self.cleaned_data["bots"]
        return [Invitee(email=line) for line in lines if line] + bots
