"""Answers that an order carries, remembered as wishes for later."""

import pytest

from games.rules.choices import Carried, Steps
from games.rules.standing import Wishes, remembered


@pytest.mark.parametrize(
    ("before", "claim", "expected"),
    [
        ((None, None), (4, True), (4, None)),
        ((None, None), (2, False), (None, 2)),
        ((5, 3), (4, True), (4, 3)),
        ((5, 3), (3, True), (3, None)),
        ((5, 3), (4, False), (5, 4)),
        ((4, 2), (4, False), (None, 4)),
    ],
)
def test_a_reward_is_claimed_from_its_number_on_or_left_up_to_it(before, claim, expected):
    wishes = Wishes(claim_from=before[0], leave_to=before[1])
    after = remembered(wishes, Carried(claim=(claim,)))
    assert (after.claim_from, after.leave_to) == expected


def test_the_last_wishes_from_the_market_hold_and_none_changes_none():
    wishes = Wishes(market=(17, 18), lose_least=True)
    assert remembered(wishes, Carried(take=(22,))) == Wishes(market=(22,), lose_least=True)
    assert remembered(wishes, Carried(power=((35, Steps()),))) == wishes


@pytest.mark.parametrize(("before", "seen", "after"), [(0, None, 0), (0, (17,), 1), (1, None, 1)])
def test_to_be_asked_if_a_new_card_lies_there_is_remembered_and_never_forgotten(
    before, seen, after
):
    wishes = Wishes(market=(17,), ask_new=bool(before))
    assert remembered(wishes, Carried(take=(22,), seen=seen)).ask_new == bool(after)
