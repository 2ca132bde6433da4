"""A Celery worker, with a planted fault where one is named: ``-m script.strain.worker [FAULT]``."""

from __future__ import annotations

import sys

from augustus_site.celery import app

WORKER = [
    *["worker", "-B", "-Q", "turns,mail", "--concurrency", "2"],
    *["--without-gossip", "--without-mingle", "--loglevel", "ERROR"],
]


def main(plants: list[str]) -> None:
    """Plant what is named and run the worker until it is stopped."""
    import django

    django.setup()
    from script.strain.plant import PLANTS

    for plant in plants:
        PLANTS[plant]()
    app.worker_main(WORKER)


if __name__ == "__main__":
    main(sys.argv[1:])
