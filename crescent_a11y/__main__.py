"""Starts the program for `python -m crescent_a11y`; decides nothing itself."""

import sys

from crescent_a11y.cli import main

sys.exit(main())
