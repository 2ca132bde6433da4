"""Mails: what is told to whom, and how it is sent."""
