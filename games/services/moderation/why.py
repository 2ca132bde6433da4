"""The reason that every deed needs."""

from games.services.errors import Refused

LONGEST = 500


def check_why(why: str) -> str:
    """Give a reason without blanks around it; raises ``Refused`` for none or one too long."""
    why = why.strip()
    if not why or len(why) > LONGEST:
        raise Refused("why_missing", longest=LONGEST)
    return why
