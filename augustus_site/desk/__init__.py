"""The moderators' desk, in the admin site: the one place that sees games and mails together."""
