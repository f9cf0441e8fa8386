"""The statistics of the games that were played, in words; it counts nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from crescent_a11y.engine.deal import Variant
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.words import duration


class Counts(NamedTuple):
    """The figures of some games; a median can end in a half, None stands where no game was won."""

    played: int
    won: int
    blocked: int
    given_up: int
    streak: int
    best_streak: int
    best_moves: int | None
    median_moves: float | None
    best_seconds: int | None
    median_seconds: float | None


def statistics(t: Translator, total: Counts, variants: Mapping[Variant, Counts]) -> str:
    """The figures in words: of all games, and of each variant where there are several."""
    if not total.played:
        return t.gettext("No game has ended yet.")
    lines = [_figures(t, total)]
    if len(variants) > 1:
        for variant, counts in variants.items():
            lines.append(f"{_variant(t, variant)} {_figures(t, counts)}")
    return "\n".join(lines)


def _variant(t: Translator, variant: Variant) -> str:
    match variant:
        case Variant.TRADITIONAL:
            return t.gettext("Traditional game.")
        case Variant.FOUR:
            return t.gettext("Crescent Four.")
        case Variant.FACE_DOWN:
            return t.gettext("Face-down game.")


def _figures(t: Translator, counts: Counts) -> str:
    games = t.ngettext("{count} game", "{count} games", counts.played).format(count=counts.played)
    said = [
        t.gettext("{games}: {won} won, {blocked} blocked, {given_up} given up.").format(
            games=games, won=counts.won, blocked=counts.blocked, given_up=counts.given_up
        )
    ]
    if counts.won:
        said.append(
            t.gettext("Won in a row: {streak}; at best {best}.").format(
                streak=counts.streak, best=counts.best_streak
            )
        )
    if counts.best_moves is not None and counts.median_moves is not None:
        said.append(
            t.gettext("Moves of a win: at best {best}, usually {median}.").format(
                best=counts.best_moves, median=round(counts.median_moves)
            )
        )
    if counts.best_seconds is not None and counts.median_seconds is not None:
        said.append(
            t.gettext("Time of a win: at best {best}, usually {median}.").format(
                best=duration(t, counts.best_seconds),
                median=duration(t, round(counts.median_seconds)),
            )
        )
    return " ".join(said)
