"""Middleware of libraries, without the work that it does for nothing with most requests."""

from __future__ import annotations

import uuid
from typing import Any

import structlog
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django_otp.middleware import OTPMiddleware
from django_structlog.middlewares import RequestMiddleware

#: By the name of what logs failures and streams, so that all lines about requests have one.
logger = structlog.get_logger(RequestMiddleware.__module__)

#: Where the links of turn mails lead to: the token is the only authority there, nobody is signed
#: in, and cookies count as never sent (``games.views.http``).
LINKED = "/t/"

#: What a view sets on its response that has a policy of its own.
_OWN_POLICY = frozenset(
    f"_csp_{what}{only}"
    for what in ("config", "update", "replace", "exempt")
    for only in ("", "_ro")
)


class _NotOfLinks:
    """Lets requests for the pages of links pass by."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        """Give the response."""
        if request.path_info.startswith(LINKED):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Session(_NotOfLinks, SessionMiddleware):
    """Whose session a request belongs to."""


class Authentication(_NotOfLinks, AuthenticationMiddleware):
    """Who is signed in."""


class SecondStep(_NotOfLinks, OTPMiddleware):  # type: ignore[misc]
    """Whether somebody has shown their second step."""


class Messages(_NotOfLinks, MessageMiddleware):
    """What is to be told on the next page."""


class Requests(RequestMiddleware):
    """Gives each request an id that all lines logged while it is answered carry, and logs its end.

    That a request began is said by no line, so that none is made. Whoever binds more than the id
    takes it back.
    """

    async_capable = False

    def __call__(self, request: HttpRequest) -> Any:
        """Give the response."""
        bound = structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))
        try:
            response: Any = self.get_response(request)
            self._log(request, response)
            return response
        finally:
            structlog.contextvars.reset_contextvars(**bound)

    def _log(self, request: HttpRequest, response: Any) -> None:
        if response.streaming or hasattr(request, "_raised_exception"):
            # There is more to say of these, and more to be done.
            self.handle_response(request, response)
            return
        level = self._log_level_for_status_code(response.status_code)
        line = {"code": response.status_code, "request": self.format_request(request)}
        logger.log(level, "request_finished", **line)


class Language(MiddlewareMixin):
    """In which language a request is answered: Django's, but that no address of ours says it."""

    def process_request(self, request: HttpRequest) -> None:
        """Take the language of the cookie, or else the first of the browser's that there is."""
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Say which language it is, and that it depends on the browser's."""
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class Common(CommonMiddleware):
    """Says how long a page is, but in answer to HEAD: it need not be made for that."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header, or see to it that it is not there."""
        response = super().process_response(request, response)
        if request.method == "HEAD":
            del response.headers["Content-Length"]
        return response


class ContentPolicy(CSPMiddleware):
    """The policy for what a page may load: worded once, but for responses with one of their own.

    It knows no nonce that is asked for too late, no policy that only reports, and no address that
    is left out: we have none of these.
    """

    usual = ""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header, unless it is there."""
        of_its_own = hasattr(request, "_csp_nonce") or not _OWN_POLICY.isdisjoint(vars(response))
        # Under DEBUG, pages that tell of errors have none, as they need scripts.
        if of_its_own or HEADER in response or settings.DEBUG:
            return super().process_response(request, response)
        if not self.usual:
            super().process_response(request, response)
            self.usual = response.get(HEADER, "")
        else:
            response[HEADER] = self.usual
        return response
