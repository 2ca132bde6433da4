"""The pages of getting in, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games import links
from games.access_models import AccessLink
from games.rules import RulesError
from games.sentences import sentence
from games.services.access import MOST_TO_ADDRESS, VALID_FOR


@dataclass(frozen=True, slots=True)
class SignInPage:
    """The form that asks for a link. ``then``: where to go after signing in."""

    state: str
    title: str
    text: str
    error: str
    email: str
    then: str
    form_key: str


@dataclass(frozen=True, slots=True)
class SentPage:
    """What is said after every request for a link."""

    text: str
    limit: str


@dataclass(frozen=True, slots=True)
class Stay:
    """One length of a session."""

    value: str
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class EnterPage:
    """The page of a link to sign in."""

    email: str
    address: str
    error: str
    stays: tuple[Stay, ...]


@dataclass(frozen=True, slots=True)
class AddressPage:
    """The page of a link that confirms an address; ``address`` empty: nothing can be done."""

    title: str
    text: str
    error: str
    address: str
    email: str


def sign_in_page(
    form_key: str, *, email: str = "", then: str = "", error: RulesError | None = None
) -> SignInPage:
    """Give the form; ``email`` and ``error``: a form that was refused, shown as filled in."""
    return SignInPage(
        state="sign-in",
        title=gettext("Sign in or sign up"),
        text=gettext(
            "Type your address, and a link comes by mail. There is no password, and signing up is"
            " the same as signing in."
        ),
        error=sentence(error) if error else "",
        email=email[:254],
        then=then,
        form_key=form_key,
    )


def dead_link_page(form_key: str) -> SignInPage:
    """Give the one page for a bad, an old and a used link, with the form for a new one."""
    return SignInPage(
        state="none",
        title=gettext("This link does not sign in any more"),
        text=_valid()
        + " "
        + gettext("Or it is incomplete: it must be copied whole. You can ask for a new one."),
        error="",
        email="",
        then="",
        form_key=form_key,
    )


def _minutes() -> int:
    return int(VALID_FOR.total_seconds() // 60)


def _valid() -> str:
    return gettext("A link works once, for %(n)d minutes after it was asked for.") % {
        "n": _minutes()
    }


def sent_page() -> SentPage:
    """Give what is said whoever asked: whether an account is there, nobody learns."""
    return SentPage(
        text=gettext("Open it on the device on which you want to sign in.") + " " + _valid(),
        limit=ngettext(
            "No more than %(n)d mail an hour goes to one address.",
            "No more than %(n)d mails an hour go to one address.",
            MOST_TO_ADDRESS,
        )
        % {"n": MOST_TO_ADDRESS},
    )


def enter_page(link: AccessLink, *, error: RulesError | None = None) -> EnterPage:
    """Give the page on which somebody says how long to stay signed in."""
    return EnterPage(
        email=link.email,
        address=links.access_path(link),
        error=sentence(error) if error else "",
        stays=(
            Stay(
                "visit",
                gettext("For this visit"),
                gettext("Until this browser is closed; right where others use the device."),
            ),
            Stay("month", gettext("For 30 days"), ""),
            Stay("year", gettext("For a year"), gettext("On a device that is yours alone.")),
        ),
    )


def address_page(link: AccessLink, address: str, error: RulesError | None = None) -> AddressPage:
    """Give the page on which a new address is confirmed."""
    return AddressPage(
        title=gettext("Is this your new address?"),
        text=gettext(
            "%(name)s will get all mails at this address from then on. The links in all earlier"
            " mails will be dead; those that are needed are mailed to it anew. You will be signed"
            " out on all devices."
        )
        % {"name": str(link.player)},
        error=sentence(error) if error else "",
        address=address,
        email=link.email,
    )


def address_changed_page(link: AccessLink) -> AddressPage:
    """Give what is said when it is done."""
    return AddressPage(
        title=gettext("Your address is changed"),
        text=gettext("Your mails come to it now. To sign in, ask for a link to it."),
        error="",
        address="",
        email=link.email,
    )


def dead_address_page() -> AddressPage:
    """Give the one page for a bad, an old and a used link."""
    return AddressPage(
        title=gettext("This link confirms nothing any more"),
        text=_valid() + " " + gettext("Ask for a new one on the page of your profile."),
        error="",
        address="",
        email="",
    )
