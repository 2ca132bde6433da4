"""The form for hours: when a digest comes, and when nothing does."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notifications.models import Wish
from notifications.wishes import Hours


class HoursForm(forms.Form):
    """The hour of one mail a day, and quiet hours: all may be empty."""

    digest_hour = forms.IntegerField(
        label=_("One mail a day, at this hour (0 to 23)"),
        required=False,
        min_value=0,
        max_value=23,
        error_messages={
            code: _("An hour is a whole number from 0 to 23.")
            for code in ("invalid", "min_value", "max_value")
        },
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False)
    quiet_until = forms.TimeField(label=_("until"), required=False)

    @classmethod
    def of(cls, row: Wish | None) -> HoursForm:
        """Give the form as it is filled in now."""
        if row is None:
            return cls()
        quiet = {
            name: value.strftime("%H:%M") if value is not None else ""
            for name, value in (("quiet_from", row.quiet_from), ("quiet_until", row.quiet_until))
        }
        return cls(initial={"digest_hour": row.digest_hour, **quiet})

    def clean(self) -> dict[str, Any]:
        """Want both ends of the quiet hours or none, and some hours of the day that are loud."""
        found = super().clean() or {}
        if self.errors:
            return found
        begin, end = found.get("quiet_from"), found.get("quiet_until")
        if (begin is None) != (end is None):
            raise forms.ValidationError(gettext("Quiet hours need a beginning and an end."))
        if begin is not None and begin == end:
            raise forms.ValidationError(gettext("Quiet hours cannot last the whole day."))
        return found

    def hours(self) -> Hours:
        """Give what was filled in."""
        data = self.cleaned_data
        return Hours(data["digest_hour"], data["quiet_from"], data["quiet_until"])
