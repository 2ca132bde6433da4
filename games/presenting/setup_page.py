"""The form for a new game as a plain value: every choice with a sentence that says what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from games.presenting import symbols
from games.presenting.paces import hour_text, table_pace
from games.presenting.questions import Choice, Question, bot_question
from games.presenting.rulings import rulings
from games.presenting.zones import Region, regions
from games.rules import RulesError
from games.rules.opening import SEATS
from games.rules.ruleset import SWITCHES
from games.sentences import sentence
from games.services.lobby import NAME_LENGTH, WORD_LENGTH
from games.services.paces import DAILY_HOURS
from games.services.table import ruleset_of
from games.setup_forms import DAILY, DEFAULTS, HOURS

#: switch -> its question; (switch, value) -> what that value means.
_QUESTIONS: Mapping[str, Promise] = {
    "opening": _("The first three objectives"),
    "target": _("The end of the game"),
    "shelter": _("Attacks on completed objectives"),
    "power_moves": _("Powers that place legions"),
    "goods_tie": _("Wheat and gold between equals"),
}
SENTENCES: Mapping[tuple[str, str], Promise] = {
    ("opening", "choose"): _("Everybody is dealt six cards and keeps three of them."),
    ("opening", "dealt"): _("Everybody plays with the first three cards dealt."),
    ("shelter", "player"): _("A completed objective that waits is safe from attacks."),
    ("shelter", "none"): _("A completed objective that waits can still lose its legions."),
    ("power_moves", "yes"): _("With an empty supply they may move legions that stand elsewhere."),
    ("power_moves", "no"): _("They take legions from the supply only."),
    ("goods_tie", "newcomer"): _("Whoever reaches the same number last takes the tile."),
    ("goods_tie", "holder"): _("The holder keeps the tile until somebody has more."),
}
_TARGET = _("It ends with the first player who controls %(target)d objectives.")


@dataclass(frozen=True, slots=True)
class SetupPage:
    """Everything on the page."""

    form_key: str
    error: str
    name: str
    name_length: int
    seats: Question
    addresses: str
    bots: Question
    bot: Question
    hours: Question
    daily_hour: Question
    regions: tuple[Region, ...]
    weekend: Question
    time_off: Question
    public: Question
    opening: Question
    rules: tuple[Question, ...]
    rules_open: bool
    word: str
    word_length: int


@dataclass(frozen=True, slots=True)
class RematchPage:
    """The one form of a rematch."""

    form_key: str
    error: str
    address: str
    name: str
    name_length: int
    people: str
    pace: str
    rulings: tuple[str, ...]
    word: str
    word_length: int


def setup_page(
    values: Mapping[str, str], form_key: str, *, error: RulesError | None = None
) -> SetupPage:
    """Give the form as filled in."""
    switches = {switch: _switch(switch, values[switch]) for switch in _QUESTIONS}
    changed = any(values[name] != DEFAULTS[name] for name in _QUESTIONS if name != "opening")
    return SetupPage(
        form_key=form_key,
        error=sentence(error) if error else "",
        name=values["name"][: 2 * NAME_LENGTH],
        name_length=NAME_LENGTH,
        seats=_numbers("seats", gettext("Seats, with yours"), SEATS, values["seats"]),
        addresses=values["addresses"][:4000],
        bots=_numbers("bots", gettext("Of these, bots"), range(SEATS[-1]), values["bots"]),
        bot=bot_question(values["bot"]),
        hours=Question(
            "hours",
            gettext("Time for a turn"),
            tuple(Choice(one, _hours_text(one), one == values["hours"]) for one in (*HOURS, DAILY)),
        ),
        daily_hour=Question(
            "daily_hour",
            gettext("That hour of the day"),
            tuple(
                Choice(str(hour), hour_text(hour), str(hour) == values["daily_hour"])
                for hour in DAILY_HOURS
            ),
        ),
        regions=regions(values["zone"]),
        weekend=_weekend(values["weekend"]),
        time_off=_time_off(values["time_off"]),
        public=_public(values["public"]),
        opening=switches.pop("opening"),
        rules=tuple(switches.values()),
        rules_open=changed,
        word=values["word"][: 2 * WORD_LENGTH],
        word_length=WORD_LENGTH,
    )


def _numbers(name: str, text: str, numbers: Sequence[int], chosen: str) -> Question:
    choices = tuple(Choice(str(one), str(one), str(one) == chosen) for one in numbers)
    return Question(name, text, choices)


def _hours_text(value: str) -> str:
    if not value:
        return gettext("no deadline")
    if value == DAILY:
        return gettext("until an hour of the day")
    hours = int(value)
    if hours % 24 == 0:
        return ngettext("%(n)d day", "%(n)d days", hours // 24) % {"n": hours // 24}
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def _weekend(chosen: str) -> Question:
    return Question(
        "weekend",
        gettext("Weekends"),
        (
            Choice("no", gettext("Count like other days"), chosen == "no"),
            Choice(
                "yes",
                gettext("Do not count"),
                chosen == "yes",
                gettext("On Saturdays and Sundays no time passes and no turn closes by the clock."),
            ),
        ),
    )


def _time_off(chosen: str) -> Question:
    return Question(
        "time_off",
        gettext("When somebody takes time off (30 days a year)"),
        (
            Choice("yes", gettext("A turn that waits for them stands still"), chosen == "yes"),
            Choice("no", gettext("The clock runs on"), chosen == "no"),
        ),
    )


def _public(chosen: str) -> Question:
    return Question(
        "public",
        gettext("Who may take a free seat"),
        (
            Choice(
                "no",
                gettext("Whoever has the link that I hand out"),
                chosen == "no",
                gettext("The link stands on the next page."),
            ),
            Choice(
                "yes",
                gettext("Everybody"),
                chosen == "yes",
                gettext("The game stands in the list of open games."),
            ),
        ),
    )


def _switch(switch: str, chosen: str) -> Question:
    choices = tuple(
        Choice(str(value), _meaning(switch, value), str(value) == chosen)
        for value in SWITCHES[switch]
    )
    return Question(switch, str(_QUESTIONS[switch]), choices)


def _meaning(switch: str, value: str | int) -> str:
    if switch == "target":
        return str(_TARGET) % {"target": value}
    return str(SENTENCES[switch, str(value)])


def rematch_page(
    game: Game,
    seats: Sequence[Seat],
    own: Seat,
    form_key: str,
    *,
    address: str,
    posted: Mapping[str, str] | None = None,
    error: RulesError | None = None,
) -> RematchPage:
    """Give the form: the same people, the same rules, a new bag."""
    posted = posted or {}
    others = [seat.name for seat in seats if seat.pk != own.pk]
    return RematchPage(
        form_key=form_key,
        error=sentence(error) if error else "",
        address=address,
        name=posted.get("name", game.name)[: 2 * NAME_LENGTH],
        name_length=NAME_LENGTH,
        people=symbols.and_list(others),
        pace=table_pace(game),
        rulings=rulings(ruleset_of(game)),
        word=posted.get("word", "")[: 2 * WORD_LENGTH],
        word_length=WORD_LENGTH,
    )
