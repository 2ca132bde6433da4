"""Stub."""
def rules_page() -> None:
    return None
