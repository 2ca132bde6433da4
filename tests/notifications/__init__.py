"""Tests of the mails."""
