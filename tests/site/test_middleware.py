"""Pages of links go past what knows who is signed in; each page has its policy."""

from __future__ import annotations

import pytest
from csp.decorators import csp_exempt, csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings

from augustus_site.middleware import LINKED, ContentPolicy
from games.links import turn_path
from tests.games.cast import running_game, seat_of

HEADER = "Content-Security-Policy"


@pytest.mark.django_db
def test_a_page_of_a_link_is_the_same_with_any_cookie_and_sets_none() -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    path = turn_path(seat, 1)
    assert path.startswith(LINKED)
    assert seat.player is not None
    signed_in = Client()
    signed_in.force_login(seat.player)
    pages = [client.get(path) for client in (Client(), signed_in)]
    assert [page.status_code for page in pages] == [200, 200]
    assert pages[0].content == pages[1].content
    assert not any(page.cookies for page in pages)
    assert "_auth_user_id" in signed_in.session


@pytest.mark.django_db
def test_every_answer_says_its_language_and_that_it_depends_on_the_browsers() -> None:
    path = turn_path(seat_of(running_game("Anna", "Bruno"), "Anna"), 1)
    for cookie, wanted in (("", "de,en;q=0.5"), ("xx", "*"), ("en", ""), ("", "no/language")):
        client = Client(headers={"accept-language": wanted})
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
        for answer in (client.get("/"), client.get(path), client.head(path), client.get("/no/")):
            assert answer.headers["Content-Language"] == "en"
            assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.django_db
def test_every_page_has_the_same_policy() -> None:
    seat = seat_of(running_game("Anna", "Bruno"), "Anna")
    client = Client()
    answers = [client.get("/"), client.get(turn_path(seat, 1)), client.head(turn_path(seat, 1))]
    answers += [client.get("/nothing/here/"), client.get("/")]
    policies = {answer.headers[HEADER] for answer in answers}
    assert len(policies) == 1
    assert "default-src 'none'" in policies.pop()


def test_a_page_with_a_policy_of_its_own_keeps_it_and_gives_it_to_no_other() -> None:
    request = RequestFactory().get("/")

    @csp_replace({"img-src": ["https://example.org"]})  # type: ignore[arg-type]
    def other(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    @csp_exempt()  # type: ignore[arg-type]
    def none(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    def own(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={HEADER: "default-src https:"})

    middleware = ContentPolicy(lambda _request: HttpResponse())
    found = []
    for view in (other, none, own, lambda _request: HttpResponse(), none, other, own):
        answer = middleware.process_response(request, view(request))
        found.append(answer.headers.get(HEADER))
    assert found[0] == found[5]
    assert "https://example.org" in str(found[0])
    assert found[1] is found[4] is None
    assert found[2] == found[6] == "default-src https:"
    assert found[3] == middleware.usual
    assert "example.org" not in middleware.usual


def test_pages_that_tell_developers_of_errors_have_none() -> None:
    request = RequestFactory().get("/")
    middleware = ContentPolicy(lambda _request: HttpResponse())
    with override_settings(DEBUG=True):
        answers = [
            middleware.process_response(request, HttpResponse(status=status))
            for status in (200, 404, 500, 200)
        ]
    assert [HEADER in answer.headers for answer in answers] == [True, False, False, True]
