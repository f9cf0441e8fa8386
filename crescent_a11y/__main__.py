"""Starts the program; until that can answer to Ctrl-C, the key ends it without a word.

It imports nothing that takes long: a traceback is what Ctrl-C would give while Python imports.
"""

import signal
import sys


def main() -> int:
    """Run the program; the exit status."""
    # A shell may have had Ctrl-C ignored, as for what runs in the background.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from crescent_a11y import cli

    try:
        return cli.main()
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
