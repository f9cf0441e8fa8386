"""Looks for bytes that break a reader, guided by the code that they reach; needs Atheris.

`.venv/bin/pip install '.[fuzz]'`, then `.venv/bin/python tests/fuzz/run.py` tries each target for
15 seconds; `--seconds 600` gives each more time, and names of targets choose some. The status is 0
where nothing was found; else the bytes are shown, and written to a file in the present folder.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGETS = ("log", "table", "command", "deal")
LIMITS = ("-max_len=6000", "-timeout=10", "-rss_limit_mb=1024", "-verbosity=0")


def fuzz_one(target: str, options: list[str]) -> None:
    """Fuzz one target in this process; it never returns."""
    import atheris

    with atheris.instrument_imports(include=["crescent_a11y"]):
        sys.path.insert(0, str(HERE.parent))
        from fuzz.targets import TARGETS as ALL

    atheris.Setup([sys.argv[0], *options], ALL[target])
    atheris.Fuzz()


def main() -> int:
    """Fuzz the targets one after the other, each in a process of its own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=" ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=15)
    options = parser.parse_args()
    unknown = set(options.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    status = 0
    for target in options.targets or TARGETS:
        print(f"== {target}", flush=True)  # noqa: T201
        found = tempfile.mkdtemp(prefix="fuzz-")  # the seeds stay as they are
        seeds = str(HERE / "corpus" / target)
        words = f"-dict={HERE / 'words.dict'}"
        limits = [*LIMITS, words, f"-max_total_time={options.seconds}", found, seeds]
        command = [sys.executable, __file__, "--one", target, *limits]
        status |= subprocess.run(command, check=False).returncode
        shutil.rmtree(found)
    return int(status != 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz_one(sys.argv[2], sys.argv[3:])
    sys.exit(main())
