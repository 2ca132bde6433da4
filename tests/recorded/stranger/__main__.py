"""Check record files; exit 1 at the first that is wrong."""

import sys
from pathlib import Path

from tests.recorded.stranger import Wrong, check

for name in sys.argv[1:]:
    try:
        check(Path(name).read_bytes())
    except Wrong as wrong:
        sys.exit(f"{name}: {wrong}")
    print(f"{name}: right")  # noqa: T201
