"""Every seed of the fuzzer, and a little noise, through its target: no Atheris is needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.targets import CORPUS, TARGETS
from hypothesis import given
from hypothesis import strategies as st

SEEDS = [
    pytest.param(target, path, id=f"{target}-{path.name}")
    for target in TARGETS
    for path in sorted((CORPUS / target).iterdir())
]


def test_every_target_has_seeds() -> None:
    assert {seed.values[0] for seed in SEEDS} == TARGETS.keys()


@pytest.mark.parametrize(("target", "path"), SEEDS)
def test_a_seed_breaks_nothing(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())


@pytest.mark.parametrize(("target", "path"), SEEDS)
def test_a_seed_that_is_cut_or_damaged_breaks_nothing(target: str, path: Path) -> None:
    data = path.read_bytes()
    for place in range(0, len(data), max(1, len(data) // 20)):
        TARGETS[target](data[:place])
        TARGETS[target](data[:place] + b"\xff" + data[place + 1 :])
        TARGETS[target](data[:place] + b"\x1b[" + data[place:])


@pytest.mark.parametrize("target", TARGETS)
@given(data=st.binary(max_size=200))
def test_noise_breaks_nothing(target: str, data: bytes) -> None:
    TARGETS[target](data)
