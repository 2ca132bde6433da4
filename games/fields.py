"""How positions, events and choices are stored: as JSON text without a space too many.

They are read and written whole and never searched by what stands in them. PostgreSQL's own
``jsonb`` takes half as much again for the same (1,112 bytes for a position of 706), in every
version of a row that is written on the way of a turn.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    _Text = models.TextField[Any, Any]
else:
    _Text = models.TextField


class CompactJSONField(_Text):
    """Plain objects, stored as compact JSON text; None is NULL, never a JSON null."""

    # What the checker of types takes for a field's values.
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        """Read what is stored."""
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        """Read what a fixture holds."""
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> Any:
        """Write what is to be stored."""
        if value is None:
            return None
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def value_to_string(self, obj: models.Model) -> str:
        """Write it for a fixture."""
        return str(self.get_prep_value(self.value_from_object(obj)))
