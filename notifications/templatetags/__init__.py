"""Template tags of the mails."""
