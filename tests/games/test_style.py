"""The style sheet: every pair of ink and ground is legible, by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import presenting

CSS = Path(presenting.__file__).parent.parent.joinpath("static/games/style.css").read_text()
DAY, NIGHT = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\n *\}", CSS, re.DOTALL)
)
GROUNDS = ("ground", "surface", "raised")
PAIRS = [
    *((ink, ground) for ink in ("ink", "soft", "accent", "gold") for ground in GROUNDS),
    ("ink", "gold-soft"),
    ("gold", "gold-soft"),
    ("accent", "gold-soft"),
    ("ink", "accent-soft"),
    ("gold", "accent-soft"),
    ("accent-ink", "accent"),
    ("surface", "gold"),
    ("error", "error-soft"),
    *(("kind-ink", kind) for kind in ("senator", "green", "pink", "orange")),
]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["day", "night"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_legible(ink: str, ground: str, mode: str) -> None:
    colours = DAY if mode == "day" else {**DAY, **NIGHT}

    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("mode", ["day", "night"])
def test_pictures_on_legions_are_legible(mode: str) -> None:
    colours = DAY if mode == "day" else {**DAY, **NIGHT}

    assert contrast(colours["legion-ink"], colours["legion"]) >= 3


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert set(re.findall(r"url\(([^)]*)\)", CSS)) == {'"legion.svg"'}
    assert "@import" not in CSS
