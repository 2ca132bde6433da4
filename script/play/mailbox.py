"""A real SMTP server that puts every mail into its recipient's mailbox."""

from __future__ import annotations

import queue
import re
from collections import defaultdict
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

#: The one link of a mail: alone on its line.
_LINK = re.compile(r"^\s*(https?://\S+/[ti]/[a-z2-7]{30}/)\s*$", re.MULTILINE)


class PostOffice:
    """Catches mails; counts them by distinct Message-ID, since a mail may be sent twice."""

    def __init__(self) -> None:
        """Begin with empty mailboxes."""
        self.boxes: defaultdict[str, queue.Queue[EmailMessage]] = defaultdict(queue.Queue)
        self.ids: defaultdict[str, set[str]] = defaultdict(set)
        self.deliveries = 0

    async def handle_DATA(  # noqa: N802 - the name that aiosmtpd calls
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Take one message in."""
        content: Any = envelope.content
        message = message_from_bytes(content, policy=policy.default)
        for recipient in envelope.rcpt_tos:
            self.deliveries += 1
            self.ids[recipient.lower()].add(str(message["Message-ID"]))
            self.boxes[recipient.lower()].put(message)
        return "250 OK"

    def mails(self) -> int:
        """Give how many different mails came."""
        return sum(len(ids) for ids in self.ids.values())


def serve(post: PostOffice, port: int) -> Controller:
    """Start the SMTP server on a local port; ``.stop()`` of what it gives ends it."""
    controller = Controller(post, hostname="127.0.0.1", port=port)
    controller.start()
    return controller


def link_in(message: EmailMessage) -> str | None:
    """Give the link of a mail, from its text part; None for a mail without one."""
    body = message.get_body(("plain",))
    found = _LINK.search(body.get_content()) if body is not None else None
    return found[1] if found else None
