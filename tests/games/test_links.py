"""Signed links: their form, how mail programs bend them, whom they let in, and each state."""

from __future__ import annotations

import re
from functools import partial

import pytest
from django.test import override_settings
from django.urls import get_script_prefix, set_script_prefix
from django.utils.crypto import salted_hmac

from games import links
from games.links import Purpose, make_token, read_token
from games.models import Game, Order, Seat
from games.services import seats
from tests.games.browsing import BROWSER, page, stored, text, turn_path
from tests.games.cast import running_game, seat_of

TOKEN = re.compile(r"[a-z2-7]{30}")


def test_a_token_has_thirty_characters_and_reads_back() -> None:
    token = make_token(Purpose.TURN, seat_id=2**32 - 1, epoch=7, turn_number=2**16 - 1)
    link = read_token(token)

    assert TOKEN.fullmatch(token)
    assert link is not None
    assert (link.purpose, link.seat_id, link.turn_number) == (Purpose.TURN, 2**32 - 1, 2**16 - 1)
    assert link.signed_for(7)
    assert not link.signed_for(8)


def test_a_token_of_these_numbers_never_changes() -> None:
    with override_settings(SECRET_KEY="a key that the tests know", SECRET_KEY_FALLBACKS=[]):
        assert make_token(Purpose.TURN, 4, 0, 81) == "caaaaacaaunpny4uv2oe54tahfmyoy"


@pytest.mark.parametrize("numbers", [(2**32, 0), (-1, 0), (1, 2**16), (1, -1)])
def test_numbers_that_do_not_fit_are_refused(numbers: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="bits"):
        make_token(Purpose.TURN, numbers[0], 0, numbers[1])


def test_each_purpose_is_signed_apart() -> None:
    tokens = {make_token(purpose, 4, 0, 1)[-18:] for purpose in Purpose}

    assert len(tokens) == len(Purpose)


def test_an_old_key_is_accepted_as_long_as_it_is_a_fallback() -> None:
    with override_settings(SECRET_KEY="old"):
        link = read_token(make_token(Purpose.TURN, 4, 0, 1))
    assert link is not None

    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["old"]):
        assert link.signed_for(0)
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=[]):
        assert not link.signed_for(0)


@pytest.mark.parametrize("junk", ["", "a", "a" * 29, "a" * 31, "1" * 30, "ä" * 30, "a" * 30 + "\0"])
def test_what_is_no_token_is_none(junk: str) -> None:
    link = read_token(junk)

    assert link is None or not link.signed_for(0)


def test_a_changed_character_anywhere_is_refused() -> None:
    token = make_token(Purpose.TURN, 4, 0, 81)
    for place, letter in enumerate(token):
        other = "a" if letter != "a" else "b"
        link = read_token(token[:place] + other + token[place + 1 :])
        assert link is None or not link.signed_for(0), place


@pytest.mark.parametrize(
    ("letter", "alike"), [("k", "\N{KELVIN SIGN}"), ("s", "\N{LATIN SMALL LETTER LONG S}")]
)
def test_a_letter_of_another_alphabet_is_no_letter_of_a_token(letter: str, alike: str) -> None:
    # In lower or upper case Python makes our letters of these; what hides tokens in logs does not.
    tokens = (make_token(Purpose.TURN, seat, 0, 1) for seat in range(1, 100))
    token = next(token for token in tokens if letter in token)

    assert read_token(token) is not None
    assert read_token(token.replace(letter, alike)) is None


@pytest.mark.django_db
def test_what_one_request_says_of_where_the_site_lies_reaches_no_other() -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    turn_path = partial(links.turn_path, turn_number=1)
    before = get_script_prefix()
    try:
        for prefix in ("/elsewhere/", "/"):
            set_script_prefix(prefix)
            for path in (turn_path, links.invitation_path, links.seat_path, links.votes_path):
                found = path(seat)
                assert re.fullmatch(prefix + r"[a-z]+/[a-z2-7]{30}/(votes/)?", found), found
    finally:
        set_script_prefix(before)


@override_settings(SITE_URL="https://augustus-by-mail.example.net")
@pytest.mark.django_db
def test_an_absolute_address_fits_a_line_of_a_mail() -> None:
    game = running_game("Anna", "Bruno")
    url = links.turn_url(seat_of(game, "Anna"), 1)

    assert url == url.lower()
    assert url.startswith("https://augustus-by-mail.example.net/t/")
    assert url.endswith("/")
    assert len(url) <= 72


# Bent links


@pytest.mark.parametrize(
    "bend",
    [
        str.upper,
        lambda path: path.rstrip("/"),
        lambda path: path + ">",
        lambda path: path.rstrip("/") + ">",
        lambda path: path + ".",
        lambda path: path.rstrip("/") + ").",
        lambda path: path + "=",
        lambda path: path + "%20",
        lambda path: path.rstrip("/") + "%20/",
        lambda path: path + "&amp;utm_source=mail",
        lambda path: path + "?utm_source=mail&amp;utm_medium=x",
        lambda path: path.rstrip("/") + "%3E%29",
    ],
)
@pytest.mark.django_db
def test_a_bent_link_shows_the_page(bend: object) -> None:
    game = running_game("Anna", "Bruno")
    assert callable(bend)

    response = BROWSER.get(bend(turn_path(game, "Anna")))

    assert response.status_code == 200
    assert page(response).state == "open"


@pytest.mark.django_db
def test_a_form_on_a_bent_link_posts_to_the_whole_one() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")

    assert f'action="{path}"' in text(BROWSER.get(path.upper().rstrip("/") + ">"))


@pytest.mark.parametrize("epoch", [0, 1, 2**40])
def test_links_are_signed_as_django_signs_with_a_salt(epoch: int) -> None:
    payload = links._payload(Purpose.SEAT, 77, 5)
    value = payload.to_bytes(7, "big") + epoch.to_bytes(8, "big")
    whole = salted_hmac("games.links.seat", value, secret="key", algorithm="sha256").digest()
    assert links._mac(payload, epoch, "key") == whole[:12]


# Who is let in


@pytest.mark.parametrize("kind", ["t", "i", "g"])
@pytest.mark.django_db
def test_every_bad_link_is_the_same_page(kind: str) -> None:
    game = running_game("Anna", "Bruno")
    seat = seat_of(game, "Anna")
    revoked = make_token(Purpose.TURN, seat.pk, seat.link_epoch + 1, 1)
    bad = ["a" * 30, "x", revoked, make_token(Purpose.MAIL, seat.pk, 0), "%00", "ä/ö/%3F"]
    answers = [BROWSER.get(f"/{kind}/{token}/") for token in bad]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.django_db
def test_a_token_is_for_one_purpose_and_for_turns_that_exist() -> None:
    game = running_game("Anna", "Bruno")
    seat = seat_of(game, "Anna")
    turn = make_token(Purpose.TURN, seat.pk, 0, 1)
    invitation = make_token(Purpose.INVITATION, seat.pk, 0)

    assert BROWSER.get(f"/i/{turn}/").status_code == 404
    assert BROWSER.get(f"/t/{invitation}/").status_code == 404
    assert BROWSER.get(links.turn_path(seat, 99)).status_code == 404
    assert BROWSER.get(links.turn_path(seat, 0)).status_code == 404


@pytest.mark.django_db
def test_revoking_a_seats_links_kills_all_of_them() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    seats.revoke_links(seat_id=seat_of(game, "Anna").pk)

    assert BROWSER.get(path).status_code == 404
    assert BROWSER.post(path, {"form": "order", "choice": "pass"}).status_code == 404
    assert BROWSER.get(turn_path(game, "Anna")).status_code == 200
    assert BROWSER.get(turn_path(game, "Bruno")).status_code == 200


# What every page under a link keeps


@pytest.mark.django_db
def test_looking_changes_nothing() -> None:
    game = running_game("Anna", "Bruno")
    path = turn_path(game, "Anna")
    before = [list(model.objects.order_by("pk").values()) for model in (Game, Seat, Order)]

    answers = [BROWSER.get(path), BROWSER.head(path), BROWSER.options(path)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[2].headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert before == [list(model.objects.order_by("pk").values()) for model in (Game, Seat, Order)]


@pytest.mark.parametrize("method", ["put", "delete", "patch", "trace"])
@pytest.mark.django_db
def test_other_methods_are_refused(method: str) -> None:
    game = running_game("Anna", "Bruno")

    assert getattr(BROWSER, method)(turn_path(game, "Anna")).status_code == 405


@pytest.mark.django_db
def test_headers_keep_the_token_to_itself_and_no_cookie_is_set() -> None:
    game = running_game("Anna", "Bruno")
    paths = [
        turn_path(game, "Anna"),
        links.invitation_path(seat_of(game, "Anna")),
        links.game_path(game),
        "/t/nothing/",
    ]
    cookies = f"sessionid={'s' * 32}; csrftoken=y; django_language=de"
    for path in paths:
        response = BROWSER.get(path, headers={"Cookie": cookies})
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not response.cookies
        assert "Cookie" not in response.headers.get("Vary", "")
        # Scripts are files of ours; the one absolute address is the link for watchers.
        shown = text(response).replace(links.game_url(game), "")
        assert not re.search(
            r'<script(?! src="/static/games/)|\sstyle=|\son\w+=|og:image'
            r"|https?://(?!www\.w3\.org)",
            shown,
        )


@pytest.mark.django_db
def test_a_body_far_too_long_is_refused_unread() -> None:
    game = running_game("Anna", "Bruno")

    response = BROWSER.post(turn_path(game, "Anna"), {"choice": "x" * 20_000})

    assert response.status_code == 413
    assert stored(game, "Anna") is None
