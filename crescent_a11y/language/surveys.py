"""What is said of a survey of deals: how far it has come and what came of it; it counts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.printable import printable
from crescent_a11y.language.words import deal_count, duration, redeal_count


class Share(NamedTuple):
    """A number of deals, its share of all, and the share's 95 % interval; shares from 0 to 1."""

    deals: int
    share: float
    low: float
    high: float


class Spread(NamedTuple):
    """How some values are spread; `most` is the greatest, `high` the 95th percentile."""

    least: float
    median: float
    high: float
    most: float
    total: float


class Summary(NamedTuple):
    """The figures of a survey.

    `impossible` deals were proved to have no win, `undecided` ones neither won nor proved.
    `by_redeals` gives, for 0 redeals and up, the deals won with so many. `moves` is None where
    nothing was won; `redeals` is the mean of the wins. `seconds` are of one core, for a deal.
    """

    deals: int
    won: Share
    impossible: int
    undecided: int
    by_redeals: Sequence[Share]
    moves: Spread | None
    redeals: float
    seconds: Spread


def so_far(t: Translator, done: int, total: int) -> str:
    """How far a survey has come."""
    return t.gettext("Deals searched: {done} of {total}.").format(done=done, total=total)


def stopped(t: Translator, done: int, total: int, name: str) -> str:
    """A survey was stopped; what is done is in the file of that name."""
    return t.gettext(
        "Stopped. Deals searched: {done} of {total}, all in {name}. The same command goes on."
    ).format(done=done, total=total, name=printable(name, 500))


def bad_line(t: Translator, name: str, line: int, twice: str | None) -> str:
    """A line of a file is not one that a survey writes, or its deal is there `twice`."""
    if twice is None:
        text = t.gettext("{name}:{line}: this is not a line of a survey.")
    else:
        text = t.gettext("{name}:{line}: the deal {code} is there twice.")
    return text.format(name=printable(name, 500), line=line, code=twice)


def too_many(t: Translator) -> str:
    """The deals asked for go beyond the last one."""
    return t.gettext("There are not so many deals after that one.")


def summary(t: Translator, figures: Summary) -> str:
    """The figures of a survey, one a line."""
    lines = [
        t.gettext("{deals}: {won}, {without} without a win, {undecided}.").format(
            deals=deal_count(t, figures.deals),
            won=_won(t, figures.won.deals),
            without=figures.impossible,
            undecided=_undecided(t, figures.undecided),
        ),
        t.gettext("Won: {share} percent; 95 percent interval: from {low} to {high}.").format(
            **_percents(t, figures.won)
        ),
    ]
    if figures.moves is not None:
        for redeals, share in enumerate(figures.by_redeals):
            text = t.gettext("With {redeals}: {won}, {share} percent; from {low} to {high}.")
            lines.append(
                text.format(
                    redeals=redeal_count(t, redeals),
                    won=_won(t, share.deals),
                    **_percents(t, share),
                )
            )
        lines += [
            t.gettext("Redeals of a win: {mean} on average.").format(
                mean=_decimal(t, figures.redeals)
            ),
            t.gettext(
                "Moves of a win: median {median}, 95 percent within {high}; from {least} to {most}."
            ).format(**_spread(t, figures.moves)),
        ]
    lines += [
        t.gettext(
            "Seconds for a deal: median {median}, 95 percent within {high}; from {least} to {most}."
        ).format(**_spread(t, figures.seconds)),
        t.gettext("Altogether, on one core: {time}.").format(
            time=duration(t, round(figures.seconds.total))
        ),
    ]
    return "\n".join(lines)


def _won(t: Translator, deals: int) -> str:
    return t.ngettext("{count} won", "{count} won", deals).format(count=deals)


def _undecided(t: Translator, deals: int) -> str:
    return t.ngettext("{count} undecided", "{count} undecided", deals).format(count=deals)


def _percents(t: Translator, share: Share) -> dict[str, str]:
    return {
        name: _decimal(t, 100 * value)
        for name, value in zip(("share", "low", "high"), share[1:], strict=True)
    }


def _spread(t: Translator, spread: Spread) -> dict[str, str]:
    return {name: _decimal(t, value) for name, value in spread._asdict().items()}


def _decimal(t: Translator, value: float) -> str:
    # Babel is imported late: most commands say no such number.
    from babel.numbers import format_decimal  # noqa: PLC0415

    return str(format_decimal(value, "0.##", locale=t.language))
