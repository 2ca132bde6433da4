"""Words that are the same every time, made once for each language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

Given = ParamSpec("Given")
Made = TypeVar("Made")


def by_language(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Keep what a function gives for its (hashable) arguments, apart for each language in use."""

    @lru_cache(maxsize=4096)
    def kept(_language: str | None, *values: Given.args, **named: Given.kwargs) -> Made:
        return make(*values, **named)

    @wraps(make)
    def give(*values: Given.args, **named: Given.kwargs) -> Made:
        return kept(get_language(), *values, **named)  # type: ignore[arg-type]

    return give
