"""Draw the pictures of the mails anew from the pages' sprite: ``python -m script.icons``.

Chromium draws each at 64 pixels on its own ground, so that dark mode changes nothing; what is
written is a PNG of 16 colours between ground and ink, some hundred bytes each. The pictures are
committed: nothing that runs needs Chromium.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPRITE = ROOT / "games/templates/games/sprite.svg"
OUT = ROOT / "notifications/icons"
SIZE = 64
GROUND = (0xF3, 0xED, 0xE1)
INKS = {
    "swords": "#4d3b2d", "shield": "#4d3b2d", "chariot": "#4d3b2d", "catapult": "#4d3b2d",
    "standard": "#4d3b2d", "dagger": "#4d3b2d", "joker": "#8a1f17", "senator": "#6a3d7c",
    "green": "#2f6b3a", "pink": "#a83a66", "orange": "#a8530d", "wheat": "#7d6010",
    "gold": "#80610a",
}  # fmt: skip
#: How much every drawing is lightened or darkened by: 16 steps from ground to ink.
STEPS = 15


def main() -> int:
    """Draw all, and say how large each became."""
    OUT.mkdir(exist_ok=True)
    rows = draw()
    for place, (name, ink) in enumerate(INKS.items()):
        cut = [row[place * SIZE * 4 : (place + 1) * SIZE * 4] for row in rows]
        data = png(cut, tuple(bytes.fromhex(ink[1:])))
        (OUT / f"{name}.png").write_bytes(data)
        sys.stdout.write(f"{name}: {len(data)} bytes\n")
    return 0


def draw() -> list[bytes]:
    """Let Chromium draw all pictures side by side in black, and give the rows of the picture."""
    uses = "".join(
        f'<svg width="{SIZE - 12}" height="{SIZE - 12}"><use href="#i-{name}"/></svg>'
        for name in INKS
    )
    page = (
        "<!doctype html><style>body{margin:0;background:#fff;color:#000;white-space:nowrap}"
        ".all{display:flex}.all svg{margin:6px;flex:none}.sprite{position:absolute;width:0;"
        f"height:0}}</style>{SPRITE.read_text()}<div class=all>{uses}</div>"
    )
    with tempfile.TemporaryDirectory() as scratch:
        html, shot = Path(scratch, "page.html"), Path(scratch, "shot.png")
        html.write_text(page)
        subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             f"--user-data-dir={scratch}/profile", f"--screenshot={shot}", "--hide-scrollbars",
             f"--window-size={SIZE * len(INKS)},200", html.as_uri()],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
        return rgba(shot.read_bytes())[:SIZE]


def rgba(data: bytes) -> list[bytes]:
    """Read a PNG of 8 bits a channel: its rows, each with four bytes a pixel."""
    width, _height, _depth, kind = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[kind]
    packed, at = b"", 8
    while at < len(data):
        (length,), name = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        packed += data[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, stride = zlib.decompress(packed), width * channels
    rows: list[bytes] = []
    above = bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        line = bytearray(raw[start + 1 : start + 1 + stride])
        unfilter(raw[start], line, above, channels)
        above = line
        rows.append(b"".join(bytes(line[x : x + 3]) + b"\xff" for x in range(0, stride, channels)))
    return rows


def unfilter(kind: int, line: bytearray, above: bytearray, step: int) -> None:
    """Undo a PNG filter of one row."""
    for x in range(len(line)):
        left = line[x - step] if x >= step else 0
        corner = above[x - step] if x >= step else 0
        if kind == 1:
            line[x] = (line[x] + left) & 255
        elif kind == 2:
            line[x] = (line[x] + above[x]) & 255
        elif kind == 3:
            line[x] = (line[x] + (left + above[x]) // 2) & 255
        elif kind == 4:
            guess = left + above[x] - corner
            near = min(
                (abs(guess - left), 0, left),
                (abs(guess - above[x]), 1, above[x]),
                (abs(guess - corner), 2, corner),
            )[2]
            line[x] = (line[x] + near) & 255


def png(rows: list[bytes], ink: tuple[int, ...]) -> bytes:
    """Give a PNG of 4 bits a pixel: how dark each pixel was, from ground to ink."""
    palette = bytes(
        round(ground + (end - ground) * step / STEPS)
        for step in range(STEPS + 1)
        for ground, end in zip(GROUND, ink, strict=True)
    )
    raw = b""
    for row in rows:
        levels = [round((255 - row[x * 4]) / 255 * STEPS) for x in range(SIZE)]
        pairs = zip(levels[::2], levels[1::2], strict=True)
        raw += b"\0" + bytes(high << 4 | low for high, low in pairs)
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 4, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


if __name__ == "__main__":
    sys.exit(main())
