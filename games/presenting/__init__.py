"""Plain values that pages and mails are rendered from: everything in words, nothing to decide.

They are made from what one seat may see (``View``, events, options), in the language that is
active while they are made, so that a template only loops and prints.
"""
