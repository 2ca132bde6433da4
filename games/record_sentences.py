"""The sentence for every fault of a record; where it stands is told beside it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import RulesError
from games.sentences import SENTENCES, sentence

#: Code -> sentence. Faults of switches, seats and decks stand in ``games.sentences``.
RECORD_SENTENCES: Mapping[str, Promise] = {
    # The file
    "record_key_twice": _("The key “%(key)s” stands twice in one object."),
    "record_malformed": _("There must be %(expected)s here."),
    "record_not_a_record": _("This is no record of a game (expected: %(expected)s)."),
    "record_not_json": _("This is no JSON, or it is cut short: line %(line)s, column %(column)s."),
    "record_not_plain": _("A record has no such value: %(found)s."),
    "record_not_utf8": _("The file is not written in UTF-8 (byte %(byte)s)."),
    "record_too_deep": _("This is nested too deeply for a record."),
    "record_too_large": _("This is too large for a record: more than %(largest)s bytes."),
    "record_version": _("The record is of another version; known is %(expected)s."),
    # The bag
    "record_bad_seed": _("The seed must be 32 bytes, written as 64 digits 0 to 9 and a to f."),
    "record_commitment": _("The commitment is not the SHA-256 of the seed."),
    "record_deck_hash": _("The hash is not the SHA-256 of the deck."),
    "record_no_seed": _(
        "There is no seed: the bag cannot be checked before the game is over, and nothing else"
        " without it."
    ),
    # Decisions
    "record_after_the_end": _("The game is over before this step."),
    "record_carried": _("This decision cannot have been given beforehand with an order."),
    "record_carrying": _("In a record no order carries answers; those used are decisions."),
    "record_cut_short": _("The game is not over here: a decision “%(awaited)s” must follow."),
    "record_illegal": _("This decision is not allowed (%(reason)s)."),
    "record_wrong_draw": _("This step belongs to draw %(expected)s."),
    "record_wrong_kind": _("Here the decision “%(expected)s” is owed."),
    "record_wrong_seats": _(
        "Here exactly these seats decide, in this order, one decision each: %(expected)s."
    ),
    # What follows
    "record_event": _("This is not what happens; it must be %(expected)s."),
    "record_event_missing": _("Something more happens here: %(expected)s."),
    "record_event_too_many": _("Nothing more happens here."),
    "record_cancelled": _("A game that was played to its end was not cancelled."),
    "record_outcome": _("The score is wrong; here must be %(expected)s."),
}


def record_sentence(error: RulesError) -> str:
    """Give the sentence for the first thing that is wrong with a record."""
    template = RECORD_SENTENCES.get(error.code)
    return sentence(error) if template is None else str(template) % error.parameters


assert not RECORD_SENTENCES.keys() & SENTENCES.keys()
