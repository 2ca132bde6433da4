"""The admin of mails: what became of them, whom they do not reach, what people want. No text."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin import Fields, PlayerAdmin, ReadOnly
from games.models import Player
from notifications import tracking
from notifications.address_models import Address, TrackingEvent
from notifications.models import Mail, Wish


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Mails and their states; never what they say, since working links stand in it."""

    of_game = "game"
    list_display = ("key", "kind", "state", "attempts", "error", "created", "sent_at")
    list_filter = ("state", "kind")
    search_fields = ("key", "message_id", "provider_id", "player__email")
    list_select_related = ("player", "game")
    shown: ClassVar[Fields] = [
        "key", "kind", "player", "game", "note", "state", "attempts", "next_try_at", "error",
        "message_id", "provider_id", "created", "sent_at",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mail]:
        """Leave texts in the database."""
        return super().get_queryset(request).defer("text", "html")


@admin.register(Address)
class AddressAdmin(ReadOnly):
    """Addresses that get no mail; an action allows it again."""

    list_display = ("address", "stopped", "reason", "lifted", "lifted_by")
    list_filter = ("reason",)
    search_fields = ("address",)
    actions = ("allow_again",)
    shown: ClassVar[Fields] = ["address", "stopped", "reason", "lifted", "lifted_by"]

    @admin.action(description=_("Send mail to these addresses again"))
    def allow_again(self, request: HttpRequest, chosen: QuerySet[Address]) -> None:
        """Lift what stopped mail to the chosen addresses."""
        by = request.user if isinstance(request.user, Player) else None
        lifted = sum(tracking.lift(row.address, by=by) for row in chosen)
        said = ngettext(
            "%(count)d address gets mail again.", "%(count)d addresses get mail again.", lifted
        )
        self.message_user(request, said % {"count": lifted})


@admin.register(TrackingEvent)
class TrackingEventAdmin(ReadOnly):
    """What providers reported and what was made of it; not the raw event, which has addresses."""

    list_display = ("received", "provider", "kind", "outcome", "attempts", "acted")
    list_filter = ("provider", "outcome")
    shown: ClassVar[Fields] = [
        "provider", "kind", "message_id", "mail", "happened", "received", "outcome", "attempts",
        "next_try_at", "acted",
    ]  # fmt: skip


class PlayerMailAdmin(PlayerAdmin):
    """People, with a column for those whom no mail reaches."""

    def get_list_display(self, request: HttpRequest) -> Any:
        """Add the column."""
        return [*PlayerAdmin.list_display, "gets_mail"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Look up with the list who gets no mail."""
        stopped = Address.objects.filter(address=OuterRef("lower"), stopped__isnull=False)
        off = Wish.objects.filter(player=OuterRef("pk"), game=None)
        found: QuerySet[Player] = super().get_queryset(request)
        return found.alias(lower=Lower("email")).annotate(
            mail_stopped=Exists(stopped),
            mail_off=Exists(off.filter(everything=False)) | Exists(off.filter(turns=False)),
        )

    @admin.display(description=_("mail"))
    def gets_mail(self, player: Player) -> str:
        """Say whether somebody gets no mail, and why."""
        if getattr(player, "mail_stopped", False):
            return gettext("gets no mail: it does not arrive")
        if getattr(player, "mail_off", False):
            return gettext("gets no mail: switched off")
        return gettext("yes")


admin.site.unregister(Player)
admin.site.register(Player, PlayerMailAdmin)
