"""An SMTP server that takes every mail and forgets it: as little work as a server can do."""

from __future__ import annotations

import asyncio
import contextlib
import sys

GREETINGS = {b"EHLO": b"250-sink\r\n250 8BITMIME\r\n", b"DATA": b"354 go on\r\n"}


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Talk to one client until it hangs up."""
    writer.write(b"220 sink\r\n")
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        while line := await reader.readline():
            word = line[:4].upper()
            writer.write(GREETINGS.get(word, b"250 OK\r\n"))
            if word == b"DATA":
                await writer.drain()
                await reader.readuntil(b"\r\n.\r\n")
                writer.write(b"250 taken\r\n")
            await writer.drain()
            if word == b"QUIT":
                break
    writer.close()


async def main() -> None:
    """Say on which port, and serve until the end."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=4 * 1024 * 1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
