"""Mails: rendering one of a game of six, and draining a queue beside a bare loop of Django's own.

    python -m bench.mail --renders 200 --mails 1000 --rounds 3

DATABASE_URL names the server to use (a database of its own is made there and dropped again);
without it an embedded one is started. Prints JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from bench.figures import percentile

if TYPE_CHECKING:
    from games.models import Game, Seat, Turn
    from notifications.models import Mail

SEATS = 6


def main() -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.mail", description=__doc__)
    parser.add_argument("--renders", type=int, default=200, help="of a mobilize mail")
    parser.add_argument("--mails", type=int, default=1000, help="in the queue")
    parser.add_argument("--rounds", type=int, default=3, help="of draining, in turns")
    options = parser.parse_args()
    with ExitStack() as stack:
        stack.enter_context(database())
        game = middle_of_a_game()
        found = {"rendering": rendering(game, options.renders)}
        if options.mails:
            port = stack.enter_context(post_office())
            found["draining"] = draining(game, options.mails, options.rounds, port)
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0


@contextmanager
def database() -> Iterator[None]:
    """Set Django up on a database of its own."""
    with ExitStack() as stack:
        if "DATABASE_URL" not in os.environ:
            from script.lib.postgres import embedded_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(embedded_postgres())
        defaults = {
            "DJANGO_SETTINGS_MODULE": "augustus_site.settings",
            "SECRET_KEY": secrets.token_hex(32),
            "SITE_URL": "https://augustus.games.example.org",
            "CELERY_BROKER_URL": "memory://",
            "EMAIL_URL": "smtp://127.0.0.1:25",
            "LOG_LEVEL": "ERROR",
        }
        os.environ.update({name: os.environ.get(name, value) for name, value in defaults.items()})
        import django

        django.setup()
        from django.db import connection

        old = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(old, verbosity=0)


def middle_of_a_game() -> Game:
    """Give a game of six that was played to the middle, its turn one of placing legions."""
    from django.utils import timezone

    from notifications.models import Mail
    from tests.games.cast import NAMES, play_turn, play_until, running_game

    game = running_game(*NAMES[:SEATS], hours=48)
    for _ in range(40):
        play_turn(game)
    turn = play_until(game, "mobilize")
    earlier = Mail.objects.exclude(turn=turn)
    earlier.update(state=Mail.State.SENT, sent_at=timezone.now())  # each tells what is new since
    return game


def rendering(game: Game, times: int) -> dict[str, Any]:
    """Render the open turn's mail of one seat so many times, each from a row read anew."""
    from notifications import mails
    from notifications.models import Mail

    turn, mail = _open_mail(game)
    taken, cpu = [], 0.0
    for number in range(times + 20):
        fresh = Mail.objects.select_related("player", "game", "seat", "turn").get(pk=mail.pk)
        begin, used = time.perf_counter(), time.process_time()
        mails.fill(fresh)
        taken.append(time.perf_counter() - begin)
        cpu += time.process_time() - used if number >= 20 else 0.0
    steady = taken[20:]
    return {
        "players": SEATS,
        "draw": turn.draw,
        "html_bytes": len(fresh.html.encode()),
        "first_ms": round(1000 * taken[0], 2),
        "p50_ms": percentile(steady, 0.5),
        "p99_ms": percentile(steady, 0.99),
        "mean_ms": round(1000 * statistics.mean(steady), 2),
        "mean_cpu_ms": round(1000 * cpu / times, 2),
    }


def _open_mail(game: Game) -> tuple[Turn, Mail]:
    from games.services.table import open_turn
    from notifications.models import Mail

    turn = open_turn(game)
    assert turn is not None
    return turn, Mail.objects.filter(turn=turn).order_by("id")[0]


@contextmanager
def post_office() -> Iterator[int]:
    """Run a server that takes every mail, in a process of its own; gives its port."""
    program = [sys.executable, "-m", "bench.sink"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def draining(game: Game, number: int, rounds: int, port: int) -> dict[str, Any]:
    """Send so many rendered mails by the outbox, and by a bare loop, in turns."""
    from django.conf import settings

    from notifications import outbox
    from notifications.models import Mail

    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    fill_queue(game, number)
    messages = [_built(mail) for mail in _queued()]

    def ours() -> None:
        while outbox.drain(seconds=600):
            pass

    def bare() -> None:
        from django.core.mail import get_connection

        with get_connection() as line:
            for message in messages:
                line.send_messages([message])

    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(rounds):
        times["bare"].append(_timed(bare))
        times["ours"].append(_timed(ours))
        sent = Mail.objects.filter(state="sent").count()
        assert sent == number, (sent, set(Mail.objects.values_list("state", "error")))
        Mail.objects.all().update(state="queued", sent_at=None, attempts=0, provider_id="")
    ratios = [mine / other for mine, other in zip(times["ours"], times["bare"], strict=True)]
    return {
        "mails": number,
        "bytes_each": len(messages[0].message().as_bytes()),
        "ours_s": [round(one, 3) for one in times["ours"]],
        "bare_s": [round(one, 3) for one in times["bare"]],
        "ratio_median": round(statistics.median(ratios), 3),
        "ratio_of_best": round(min(times["ours"]) / min(times["bare"]), 3),
    }


def _timed(work: Callable[[], None]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _queued() -> list[Mail]:
    from notifications.models import Mail

    rows = Mail.objects.select_related("player", "game", "seat", "turn")
    return list(rows.order_by("id"))


def _built(mail: Mail) -> Any:
    from notifications import message

    return message.build(mail)


def fill_queue(game: Game, number: int) -> None:
    """Queue rendered mails, each to a seat of its own, in copies of a game."""
    from games import links
    from games.services.table import open_turn, playing_seats
    from notifications import mails, queue
    from notifications.models import Mail

    turn, seat = open_turn(game), playing_seats(game)[0]
    assert turn is not None
    model = Mail.objects.get(key=queue.decision(game, turn, seat).key)
    mails.fill(model)
    Mail.objects.all().delete()
    old, made = links.turn_url(seat, turn.number), []
    for _game, copied, seats in copies(game, turn, -(-number // SEATS)):
        for place in seats:
            mail, new = queue.decision(_game, copied, place), links.turn_url(place, turn.number)
            mail.subject, mail.to_address = model.subject, "somebody@example.org"
            mail.text, mail.html = model.text.replace(old, new), model.html.replace(old, new)
            made.append(mail)
    Mail.objects.bulk_create(made[:number], batch_size=100)


def copies(game: Game, turn: Turn, number: int) -> Iterator[tuple[Game, Turn, list[Seat]]]:
    """Give copies of a game: its seats, its open turn, and an empty order for each of them."""
    from games.models import Order, new_public_id
    from games.services.table import playing_seats

    seats = list(playing_seats(game))
    for _ in range(number):
        new = _copied(game, public_id=new_public_id(), form_key=None)
        there = _copied(turn, game=new)
        sitting = [_copied(seat, game=new) for seat in seats]
        Order.objects.bulk_create([Order(turn=there, seat=seat) for seat in sitting])
        yield new, there, sitting


def _copied(row: Any, **changes: Any) -> Any:
    new = copy.copy(row)
    new._state = copy.copy(row._state)
    new._state.fields_cache = {}
    new.pk, new._state.adding = None, True
    for name, value in changes.items():
        setattr(new, name, value)
    new.save()
    return new


if __name__ == "__main__":
    sys.exit(main())
