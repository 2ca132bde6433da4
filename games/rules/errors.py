"""What the engine says when it refuses: codes with parameters, never sentences.

The sentences, translated, stand in one table in ``games.sentences``.
"""

from __future__ import annotations

from collections.abc import Mapping

Parameter = str | int


class RulesError(Exception):
    """Base of everything that the engine raises on purpose: a code and its parameters."""

    def __init__(self, code: str, **parameters: Parameter) -> None:
        """Take the code of the refusal and what its sentence needs to be written."""
        super().__init__(code)
        self.code = code
        self.parameters: Mapping[str, Parameter] = parameters

    def __str__(self) -> str:
        """Give the code alone: parameters may name cards that a log must not show."""
        return self.code


class IllegalChoice(RulesError):  # noqa: N818 - named as it reads
    """A choice that the rules do not allow for this seat now."""


class Malformed(RulesError):  # noqa: N818 - named as it reads
    """JSON that is not of the expected form; parameters name the place and what was expected."""


class RefusedState(RulesError):  # noqa: N818 - named as it reads
    """A state that cannot be: not of this engine, of another game's chance, or without a way on."""


class BadDeck(RulesError):  # noqa: N818 - named as it reads
    """A deck that cannot be played with; ``check_deck`` lists all of its faults."""
