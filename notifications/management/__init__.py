"""Commands for operators: ``manage.py NAME``."""
