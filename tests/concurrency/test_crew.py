"""The crew itself: whoever is killed takes nobody along."""

from __future__ import annotations

import os
import time
from random import Random

from tests.concurrency.crew import Crew


def test_a_member_killed_at_any_point_leaves_the_others_able_to_work() -> None:
    dice = Random(1)
    with Crew(2) as crew:
        for _ in range(200):
            crew.start(0, (os.getpid, {}))
            time.sleep(dice.random() * 0.0004)
            crew.kill(0)
            assert crew.together([(os.getpid, {})])[0].value == crew.members[0][0].pid
        assert len({result.value for result in crew.together([(os.getpid, {})] * 2)}) == 2
