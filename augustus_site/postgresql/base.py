"""The database backend that Django is told of by ENGINE: here must stand ``DatabaseWrapper``."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus, TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is asked whether it is still there only where there is a doubt."""

    def is_usable(self) -> bool:
        """Tell whether the connection can be used for the next request or task.

        A server that went away, or ended the connection, has said so: there is something to read
        on a connection that nobody awaits an answer on. Only then, or where the last use left it in
        a transaction or with an error, is it asked by a query, as Django does before each request:
        a ninth of all that an order said to PostgreSQL.
        """
        quiet = not self.errors_occurred and self._is_quiet()
        return quiet or bool(super().is_usable())

    def _is_quiet(self) -> bool:
        if self.connection is None or self.connection.closed:
            return False
        line = self.connection.pgconn
        if line.status != ConnStatus.OK or line.transaction_status != TransactionStatus.IDLE:
            return False
        look = select.poll()
        look.register(line.socket, select.POLLIN | select.POLLPRI)
        return not look.poll(0)
