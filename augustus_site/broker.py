"""How messages reach a broker that speaks Redis's protocol: kombu's transport, keeping its client.

kombu makes a client of the broker for every message that it sends or acknowledges; what is kept of
one is its pool of connections. Making it is a third of the work of sending (docs/performance.md).
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis

_OURS = f"{__name__}:Transport"


class Channel(redis.Channel):
    """A channel with one client for all that it sends."""

    kept: Any = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        """Give the client, made anew where the connections it draws on were given up."""
        if asynchronous:
            return super()._create_client(asynchronous=True)  # type: ignore[misc]
        if self.kept is None or self.kept.connection_pool is not self.pool:
            self.kept = super()._create_client()  # type: ignore[misc]
        return self.kept


class Transport(redis.Transport):
    """The transport of ``redis://``."""

    Channel = Channel


def use() -> None:
    """Let every URL that names Redis mean this transport."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = _OURS
