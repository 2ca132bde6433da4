"""Programs for people and machines around the service."""
