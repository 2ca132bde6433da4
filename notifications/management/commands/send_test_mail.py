"""``manage.py send_test_mail ADDRESS``: send one mail at once, and say what a set-up lacks."""

from __future__ import annotations

from argparse import ArgumentParser
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from notifications.models import mail_domain, new_message_id
from notifications.transport import Line, SendFailed, Trouble

_MEANING = {
    Trouble.AGAIN: "It may pass: the worker would try again later.",
    Trouble.FINAL: "The address or the mail was refused: the worker would not try again.",
    Trouble.SETUP: "The set-up is wrong: check EMAIL_URL and DEFAULT_FROM_EMAIL.",
}


class Command(BaseCommand):
    """Checks a mail set-up from this machine to somebody's inbox."""

    help = "Send a test mail to ADDRESS, and say what the set-up lacks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address."""
        parser.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Name what is missing, send, and say what to look at in the mail that arrives."""
        address: str = options["address"]
        try:
            validate_email(address)
        except ValidationError as error:
            raise CommandError(f"{address} is no address.") from error
        for fault in faults():
            self.stdout.write(f"! {fault}")
        sent = _message(address)
        try:
            with Line() as line:
                line.send(sent)
        except SendFailed as failed:
            verdict, cause = failed.verdict, failed.__cause__
            self.stdout.write(f"! {_where()} said: {' '.join(str(cause).split())[:400]}")
            raise CommandError(f"Not sent: {verdict.code}. {_MEANING[verdict.trouble]}") from cause
        self.stdout.write(f"Sent to {address}. When it has arrived, look at its source:")
        self.stdout.write(f"- Message-ID must still be {sent.extra_headers['Message-ID']}")
        self.stdout.write("- List-Unsubscribe and Auto-Submitted must be there")
        self.stdout.write(f"- the link must still begin with {settings.SITE_URL}")
        self.stdout.write("- Authentication-Results should say pass for spf, dkim and dmarc")


def faults() -> list[str]:
    """Say what of the set-up would keep mails from arriving, or their links from working."""
    found = []
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    site = urlsplit(settings.SITE_URL)
    if "@" not in sender:
        found.append("DEFAULT_FROM_EMAIL has no address: no server takes such mail.")
    elif "." not in sender.rpartition("@")[2] or sender.endswith((".localhost", "@127.0.0.1")):
        found.append("DEFAULT_FROM_EMAIL has no public domain: most servers refuse such mail.")
    if site.scheme != "https":
        found.append("SITE_URL is not https: links in mails can be read and used on the way.")
    if len(settings.SITE_URL) + len("/t/") + 30 + len("/") > 72:
        found.append("SITE_URL is so long that links in mails exceed 72 columns and may break.")
    if mail_domain() == "localhost":
        found.append("The site has no name: Message-IDs end in localhost, which filters dislike.")
    tracked = "SEND_DEFAULTS" not in getattr(settings, "ANYMAIL", {})
    if settings.EMAIL_BACKEND.startswith("anymail."):
        if tracked:
            found.append("Switch click and open tracking off at the provider: it changes links.")
        if not getattr(settings, "ANYMAIL", {}).get("WEBHOOK_SECRET"):
            found.append("WEBHOOK_SECRET is not set: nobody hears of bounces and complaints.")
    elif not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        found.append("EMAIL_URL is none that sends: mails stay on this machine.")
    return found


def _where() -> str:
    """Say which server or provider was asked; whoever runs this command may know."""
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return str(settings.EMAIL_BACKEND.removesuffix(".EmailBackend").rpartition(".")[2])


def _message(address: str) -> EmailMultiAlternatives:
    link = f"{settings.SITE_URL}/"
    text = f"This is a test of Augustus by mail.\n\nThis link must be untouched:\n\n{link}\n"
    made = EmailMultiAlternatives(
        subject="[Augustus] Test",
        body=text,
        to=[address],
        headers={
            "Message-ID": new_message_id(),
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "List-Unsubscribe": f"<{link}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    html = (
        '<html lang="en"><body><p>This is a test of Augustus by mail.</p>'
        f'<p>This link must be untouched: <a href="{link}">{link}</a></p></body></html>'
    )
    made.attach_alternative(html, "text/html")
    return made
