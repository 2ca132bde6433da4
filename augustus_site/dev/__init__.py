"""The development page: every mail, and a game at one click. Never there in production."""
