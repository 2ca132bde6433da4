"""Stub."""
def objectives_page(wanted: dict[str, str]) -> None:
    return None
