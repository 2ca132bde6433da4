"""docs/rules.md, *Fair bag*. The expected values are made here a second time, in plain words."""

import hashlib
import hmac
from collections import Counter

import pytest

from games.rules import Chance
from games.rules.chance import chance_key, commitment_of
from games.rules.state import TOKENS, bag_of
from tests.rules.builder import DECK, Game

SEED = bytes(range(32))


def plain_index(key: bytes, label: str, bound: int, counter: int) -> tuple[int, int]:
    while True:
        block = hmac.new(key, label.encode() + b"\x00" + counter.to_bytes(8, "big"), "sha256")
        number = int.from_bytes(block.digest()[:8], "big")
        counter += 1
        if number < 2**64 // bound * bound:
            return number % bound, counter


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()
    assert Chance.of(SEED, ()).commitment == commitment_of(SEED)


def test_the_key_is_an_hmac_under_the_seed_over_the_words_each_with_its_length():
    message = b"\x00\x00\x00\x03ave" + b"\x00\x00\x00\x00" + b"\x00\x00\x00\x02\xc3\xa9"
    expected = hmac.new(SEED, message, "sha256").digest()
    assert chance_key(SEED, ("ave", "", "é")) == expected
    assert Chance.of(SEED, ("ave", "", "é")).key == expected


def test_every_word_and_its_place_counts():
    keys = {
        chance_key(SEED, words)
        for words in [(), ("",), ("", ""), ("a", ""), ("", "a"), ("ab",), ("a", "b"), ("ab", "")]
    }
    assert len(keys) == 8


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        Chance.of(seed, ())


@pytest.mark.parametrize("label", ["seats", "deck/0", "deck/1", "token/1", "token/17"])
@pytest.mark.parametrize("bound", [1, 2, 6, 23, 88, 2**63 + 1])
def test_an_index_is_an_hmac_over_label_and_counter_without_modulo_bias(label, bound):
    chance = Chance.of(SEED, ("ave",))
    for counter in (0, 1, 300):
        index, after = chance.index(label, bound, counter)
        assert (index, after) == plain_index(chance.key, label, bound, counter)
        assert 0 <= index < bound


def test_a_number_above_the_largest_multiple_is_passed_over():
    # With this bound nearly half of all numbers are, so some of these draws need another counter.
    chance = Chance.of(SEED, ())
    steps = [chance.index(f"token/{n}", 2**63 + 1)[1] for n in range(40)]
    assert max(steps) > 1
    assert min(steps) == 1


def test_a_shuffle_is_fisher_yates_from_the_last_place_to_the_second():
    chance = Chance.of(SEED, ("ave",))
    cards, counter = list(DECK.numbers), 0
    for place in range(87, 0, -1):
        other, counter = plain_index(chance.key, "deck/0", place + 1, counter)
        cards[place], cards[other] = cards[other], cards[place]
    assert chance.shuffle("deck/0", DECK.numbers) == tuple(cards)


def test_a_token_is_an_index_into_the_bag_in_the_order_of_the_symbols():
    chance = Chance.of(SEED, ("ave",))
    assert TOKENS == "SSSSSSHHHHHCCCCKKKTTDJJ"
    for draw in range(1, 30):
        bag = bag_of("SSHJ")
        assert chance.token(draw, bag) == bag[plain_index(chance.key, f"token/{draw}", 19, 0)[0]]


def test_each_draw_and_each_deck_has_its_own_label_whatever_was_asked_before():
    one, other = Chance.of(SEED, ()), Chance.of(SEED, ())
    one.token(1, TOKENS)
    one.shuffle("deck/1", (1, 2, 3))
    assert one.token(5, TOKENS) == other.token(5, TOKENS)
    assert one.shuffle("deck/0", DECK.numbers) == other.shuffle("deck/0", DECK.numbers)
    assert one.shuffle("deck/0", DECK.numbers) != one.shuffle("deck/1", DECK.numbers)


def test_all_tokens_and_all_orders_come_about_equally_often():
    tokens = Counter(Chance.of(SEED, ()).token(draw, TOKENS) for draw in range(4600))
    for symbol, count in Counter(TOKENS).items():
        assert abs(tokens[symbol] - 200 * count) < 6 * (200 * count) ** 0.5
    orders = Counter(Chance.of(SEED, ()).shuffle(f"deck/{n}", (1, 2, 3)) for n in range(600))
    assert len(orders) == 6
    assert all(60 < count < 140 for count in orders.values())


def test_the_key_is_never_printed_and_not_in_the_state():
    chance = Chance.of(SEED, ("ave",))
    assert chance.key.hex() not in repr(chance)
    assert repr(chance.key) not in repr(chance)
    state = Game.start(2).state
    assert chance.key.hex() not in repr(state)


def test_the_id_of_a_key_is_its_own_and_says_nothing_of_it():
    one, other = Chance.of(SEED, ("a",)), Chance.of(SEED, ("b",))
    assert one.key_id != other.key_id
    assert one.key_id == hashlib.sha256(b"augustus/key-id/" + one.key).hexdigest()[:32]
