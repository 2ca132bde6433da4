"""The network that a request came from, in the form that the lock-out stores."""

from django.http import HttpRequest

from games.views.http import network_of


def network(request: HttpRequest, *_: object) -> str | None:
    """Give an address of the client's network; None where it is not known."""
    found = network_of(request)
    if not found:
        return None
    return f"{found}::" if ":" in found else found
