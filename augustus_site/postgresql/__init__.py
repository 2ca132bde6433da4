"""Django's PostgreSQL, but that a connection that is kept is looked over without a query."""
