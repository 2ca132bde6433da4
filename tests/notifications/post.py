"""A real SMTP server whose moods a test can set."""

from __future__ import annotations

import asyncio
import socket
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller


class Post:
    """Takes mails; ``rcpt`` and ``data`` give the replies to come, one for each mail.

    Special replies to data: ``drop`` (the connection breaks after the mail was taken) and ``hang``.
    """

    def __init__(self) -> None:
        self.rcpt: list[str] = []
        self.data: list[str] = []
        self.taken: list[EmailMessage] = []
        self.tries = 0
        self.connections = 0

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        reply = self.rcpt.pop(0) if self.rcpt else "250 OK"
        if reply.startswith("2"):
            envelope.rcpt_tos.append(address)
        else:
            self.tries += 1
        return reply

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.tries += 1
        reply = self.data.pop(0) if self.data else "250 OK"
        if reply == "hang":
            await asyncio.sleep(5)
            return "451 too late"
        if reply.startswith("2") or reply == "drop":
            self.taken.append(message_from_bytes(envelope.content, policy=default))
        if reply == "drop":
            server.transport.abort()
        return reply

    def texts(self) -> list[str]:
        """Give the text parts of the mails taken."""
        return [text_of(found) for found in self.taken]


def text_of(message: EmailMessage) -> str:
    """Give a mail's text part."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(message: EmailMessage) -> str:
    """Give a mail's HTML part."""
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def started(post: Post) -> Controller:
    """Start a server for this post on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(post, hostname="127.0.0.1", port=port)
    controller.start()
    return controller
