"""The admin: players, games, seats, turns, orders and the moderators' trace, mostly to read.

None of the hidden things is shown: no seed, position, event or choice, no word before the start,
no link. ``GameSeed`` is not registered at all.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.forms import AdminPasswordChangeForm
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import ReadOnlyPasswordHashField
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Game, Order, Player, Seat, StoredDeck, Turn
from games.moderation_models import ModeratorAction
from games.time_off_models import TimeOff
from games.vote_models import Vote

Fields = list[str]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows named fields and changes nothing: what is stored changes through services only."""

    #: What a page of one row shows; what is not named here stays hidden.
    shown: ClassVar[Fields] = []
    #: How a row leads to its game; empty for rows of no game.
    of_game: ClassVar[str] = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out the games that whoever looks has, or had, a seat in."""
        found: QuerySet[Any] = super().get_queryset(request)
        if not self.of_game:
            return found
        own = Seat.objects.filter(player=request.user.pk, game__isnull=False).values("game")
        return found.exclude(**{f"{self.of_game}__in": own})

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Give the fields that are shown."""
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Fields:
        """Give the same: none can be written."""
        return self.shown

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no: a game or seat is never deleted by a click."""
        return False


class PlayerForm(ModelForm):  # type: ignore[type-arg]
    """What may be changed of a player; the password only through its own page."""

    password = ReadOnlyPasswordHashField()

    class Meta:
        model = Player
        fields = ("email", "name", "time_zone", "language", "is_active", "is_staff", "groups")


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """People: name, zone and rights can be changed."""

    form = PlayerForm
    change_password_form = AdminPasswordChangeForm
    ordering = ("email",)
    list_display = ("email", "name", "time_zone", "is_active", "is_staff", "created")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    readonly_fields = ("created", "last_login")
    filter_horizontal = ("groups",)
    fieldsets = (
        (None, {"fields": ("email", "password", "name", "time_zone", "language")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "groups")}),
        (_("Dates"), {"fields": ("created", "last_login")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no: an account is deleted by its own service, which keeps the games whole."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games, without seed and position."""

    of_game = "pk"
    list_display = ("name", "public_id", "status", "draw", "hours", "created", "quarantined_at")
    list_filter = ("status",)
    search_fields = ("name", "public_id")
    list_select_related = ("host",)
    date_hierarchy = "created"
    shown: ClassVar[Fields] = [
        "name", "public_id", "status", "host", "ruleset", "rules_version", "deck",
        "seats_by_host", "hours", "daily_hour", "zone", "weekend_pause", "time_off", "paused_at",
        "commitment", "draw", "advance_attempts", "next_try_at",
        "quarantined_at", "created", "started", "finished",
    ]  # fmt: skip


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats; the word for the bag only once the game has begun."""

    of_game = "game"
    list_display = ("name", "game", "index", "player", "bot", "accepted_at", "replaced_at")
    list_filter = ("bot",)
    search_fields = ("name", "game__name", "game__public_id", "player__email")
    list_select_related = ("game", "player")
    shown: ClassVar[Fields] = [
        "game", "invited", "index", "player", "bot", "name", "word_when_started", "accepted_at",
        "missed", "absent_since", "resigned_at", "replaced_by", "replaced_at",
    ]  # fmt: skip

    @admin.display(description=_("word for the bag"))
    def word_when_started(self, seat: Seat) -> str:
        """Give the word, a dash before everybody may know it."""
        return seat.word if seat.game.started else "—"


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    """Turns: numbers and times."""

    of_game = "game"
    list_display = ("game", "number", "draw", "kind", "opened", "due", "closed")
    list_filter = ("kind",)
    search_fields = ("game__name", "game__public_id")
    list_select_related = ("game",)
    shown: ClassVar[Fields] = [
        "game", "number", "draw", "kind", "opened", "due", "ready", "closed", "superseded_at",
        "restores",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        """Leave positions and events in the database."""
        return super().get_queryset(request).defer("state_before", "events")


@admin.register(Order)
class OrderAdmin(ReadOnly):
    """Orders: whose, when and by which way; never what they say."""

    of_game = "turn__game"
    list_display = ("game", "turn", "seat", "source", "submitted_at", "voided_at")
    list_filter = ("source",)
    search_fields = ("seat__name", "turn__game__name", "turn__game__public_id")
    list_select_related = ("turn__game", "seat")
    shown: ClassVar[Fields] = [
        "game", "turn", "seat", "source", "created", "submitted_at", "voided_at", "link_asked_at",
    ]  # fmt: skip

    @admin.display(description=_("game"))
    def game(self, order: Order) -> str:
        """Give the game's name."""
        return order.turn.game.name

    def get_queryset(self, request: HttpRequest) -> QuerySet[Order]:
        """Leave choices, positions and events in the database."""
        found = super().get_queryset(request)
        return found.defer("choice", "turn__state_before", "turn__events", "turn__game__state")


@admin.register(ModeratorAction)
class ModeratorActionAdmin(ReadOnly):
    """The trace of what moderators did."""

    of_game = "game"
    list_display = ("created", "action", "game", "seat", "moderator", "why")
    list_filter = ("action",)
    search_fields = ("game__name", "game__public_id", "why")
    list_select_related = ("game", "seat", "moderator")
    shown: ClassVar[Fields] = ["created", "action", "game", "seat", "moderator", "why", "changed"]


@admin.register(StoredDeck)
class StoredDeckAdmin(ReadOnly):
    """The decks that games are played with."""

    list_display = ("sha256", "created")
    shown: ClassVar[Fields] = ["sha256", "created", "csv"]


@admin.register(Vote)
class VoteAdmin(ReadOnly):
    """What tables decided together."""

    list_display = ("game", "kind", "seat", "opened", "expires", "closed", "outcome")
    list_filter = ("kind", "outcome")
    search_fields = ("game__name", "game__public_id")
    list_select_related = ("game", "seat")
    shown: ClassVar[Fields] = [
        "game", "kind", "seat", "turn", "settings", "opened", "expires", "closed", "outcome",
    ]  # fmt: skip


@admin.register(TimeOff)
class TimeOffAdmin(ReadOnly):
    """Who takes or took time off."""

    list_display = ("player", "first", "last", "zone", "begins", "ends", "created")
    search_fields = ("player__email", "player__name")
    list_select_related = ("player",)
    shown: ClassVar[Fields] = ["player", "first", "last", "zone", "begins", "ends", "created"]
