"""What the stranger says when something is wrong."""


class Wrong(Exception):  # noqa: N818 - it reads as what it is
    """The first thing that is wrong: its place in the file, and a word about it."""

    def __init__(self, place: str, why: str) -> None:
        """Take the place as a path, and what is wrong."""
        super().__init__(f"{place}: {why}")
        self.place = place


class Stuck(Exception):  # noqa: N818
    """Nobody has an empty space any more: the game cannot go on."""
