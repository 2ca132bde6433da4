"""axe finds nothing serious or critical at the desk, and every page of it fits any window."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.browser.test_axe import Judge
from tests.browser.windows import DESKTOP, Window
from tests.site.desk_tour import DESK, Stop, deed, tour, troubled


def test_axe_finds_nothing_wrong_at_the_desk(
    window: Callable[..., Window], live_server: Any
) -> None:
    town = troubled()
    judge, client = Judge(window(**DESKTOP, bypass_csp=True), live_server.url), town.client()
    assert deed(town).at(client).status_code == 302

    for stop in (*tour(town), Stop("many done", f"{DESK}many/done/")):
        answer = stop.at(client)
        if answer.status_code != 302:
            judge.look(stop.name, stop.path, answer.content.decode())

    assert judge.judged > 15
    assert judge.found == {}, json.dumps(judge.found, indent=1)
