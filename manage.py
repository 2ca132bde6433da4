#!/usr/bin/env python
"""Django's command line, with wrong settings told in one line."""

import sys

from augustus_site.startup import load_settings_or_exit


def main() -> None:
    """Run the management command named on the command line."""
    load_settings_or_exit()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
