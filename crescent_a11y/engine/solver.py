"""Looks for a win from any position, or proves that there is none; it never decides a rule.

`solve` is all there is to call. Every line it gives was played through `rules.decide`, so that a
mistake in the shorthand used here for speed cannot become a wrong answer. It reads no clock: what
it may spend is counted in positions, and the same position, seed and budget give the same verdict.

Two searches share the budget:

* A beam search with restarts finds wins. It goes forward move by move, keeping the few most
  promising positions for each number of redeals used, so that redeals are not spent greedily. A
  little noise, different in every run, makes each run try something else: many narrow runs find
  more than one wide one, because the effort that deals need differs by factors of thousands.
* A search of the whole space, which can prove that a position is lost when few cards are left.

Both see two positions as one when they differ only in the order of the piles, or in how the cards
of a suit whose foundations meet are shared between them (see `_Standing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from crescent_a11y.engine.cards import ALL_CARDS, Card
from crescent_a11y.engine.deal import generator
from crescent_a11y.engine.rules import Accepted, Move, Redeal, decide
from crescent_a11y.engine.table import (
    FOUNDATION_SIZE,
    FOUNDATIONS,
    PILE_LIMIT,
    PILES,
    Table,
    foundation,
)

Action = Move | Redeal
"""What a line is made of."""

DEFAULT_BUDGET = 5_000_000
"""Positions that `solve` may search where the caller names no budget."""

DEFAULT_SHORTENING = 200_000
"""Positions of the budget that may go into a better line once a first one is found."""


@dataclass(frozen=True, slots=True)
class Found:
    """A win: the actions that lead to it, and how many positions were searched."""

    actions: tuple[Action, ...]
    positions: int

    @property
    def redeals(self) -> int:
        """How many redeals the line uses."""
        return _redeals_in(self.actions)

    @property
    def moves(self) -> int:
        """How many moves the line has; redeals are not moves."""
        return len(self.actions) - self.redeals


@dataclass(frozen=True, slots=True)
class Impossible:
    """No win exists: the whole space of `positions` positions was searched."""

    positions: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Nothing is known: `positions` were searched before the budget ended or `stop` said so."""

    positions: int


Verdict = Found | Impossible | GaveUp


def solve(
    table: Table,
    *,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    shortening: int = DEFAULT_SHORTENING,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Verdict:
    """Look for a win from a position with the redeals it has left.

    `budget` is the number of positions to search at most, give or take one position's successors.
    Once a line is found, up to `shortening` of what is left of the budget goes into one with
    fewer redeals or, failing that, fewer moves; 0 takes the first line that is found. Another
    `seed` makes other choices. Every few thousand positions `progress` is told how many have been
    searched so far, and `stop` is asked whether to stop: then the best line so far is given, or
    `GaveUp`. Exceptions of the two callbacks are passed on.
    """
    return _Solver(table, seed, _Meter(budget, progress, stop)).solve(shortening)


def _redeals_in(actions: Sequence[Action]) -> int:
    return sum(isinstance(action, Redeal) for action in actions)


# What a search may spend

_REPORT_EVERY = 4096


class _Ended(Exception):
    """The budget is spent, or the caller wants to stop."""


class _Meter:
    """Counts positions; tells and asks the caller now and then; raises _Ended at the limit."""

    def __init__(
        self,
        limit: int,
        progress: Callable[[int], object] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.spent = 0
        self.limit = limit
        self._progress = progress
        self._stop = stop
        self._next_report = _REPORT_EVERY

    def spend(self, positions: int) -> None:
        self.spent += positions
        if self.spent >= self._next_report:
            self._next_report = self.spent + _REPORT_EVERY
            if self._progress is not None:
                self._progress(self.spent)
            if self._stop is not None and self._stop():
                raise _Ended
        if self.spent >= self.limit:
            raise _Ended


# The position in shorthand

_NO_CARD = 52
_CARD_OF_NUMBER = ALL_CARDS
_NUMBER_OF_CARD = {card: number for number, card in enumerate(ALL_CARDS)}
_SUIT = [number // 13 for number in range(52)]
_RANK = [number % 13 + 1 for number in range(52)]
_HIGHER = [number - 12 if number % 13 == 12 else number + 1 for number in range(52)]
_KEY_BITS = 56


class _Pile:
    """The cards of a pile, bottom first. Equal piles are one object, see `_Solver.pile`."""

    __slots__ = ("cards", "grown", "key", "rest", "size", "top", "turned")

    def __init__(self, cards: bytes, key: int, rest: _Pile | None) -> None:
        self.cards = cards
        self.size = len(cards)
        self.top = cards[-1] if cards else _NO_CARD
        # The keys of a position's piles are added up, so their order does not matter.
        self.key = key
        self.rest = rest or self
        self.grown: dict[int, _Pile] = {}
        self.turned: _Pile | None = None


class _Standing:
    """How high the foundations are, and what follows from it. Equal ones are one object.

    The foundations of a suit meet when they hold 13 cards together: the top card of each is then
    what the other one wants, so that cards can be handed over until any rank from the ace to the
    king is wanted next, and back again. A suit in that state is `loose`: any card of it can be
    played. The card takes its place on both sides of the gap, and from then on nothing can be
    handed over. So all ways of sharing a loose suit's cards are as good as one.
    """

    __slots__ = ("distance", "has_loose", "heights", "loose", "next", "penalties", "wanted")

    def __init__(self, heights: tuple[int, ...], weights: Sequence[int]) -> None:
        self.heights = heights
        distance: list[int] = []
        wanted: list[bool] = []
        loose: list[bool] = []
        for suit in range(4):
            up, down = heights[suit], heights[suit + 4]
            is_loose = up + down == FOUNDATION_SIZE
            for rank in range(1, 14):
                ways = [way for way in (rank - up, 14 - down - rank) if way > 0]
                distance.append(min(ways, default=1))
                wanted.append(1 in ways and not is_loose)
                loose.append(is_loose)
        # One entry more stands for the missing top of an empty pile.
        self.distance = distance
        self.wanted = [*wanted, False]
        self.loose = [*loose, False]
        self.has_loose = True in loose
        self.next: dict[int, _Standing] = {}
        self.penalties = _Penalties(distance, weights)

    def after(self, card: int) -> tuple[int, ...]:
        """The heights when a wanted card, or a card of a loose suit, has been played."""
        suit, rank = _SUIT[card], _RANK[card]
        heights = list(self.heights)
        if self.loose[card]:
            heights[suit], heights[suit + 4] = rank, 14 - rank
        elif heights[suit] == rank - 1:
            heights[suit] += 1
        else:
            heights[suit + 4] += 1
        return tuple(heights)


_CARD_WORTH = 1000
_EMPTY_PILE = 350
_WEIGHTS = (0, 120, 100, 70, 40, 20, 10)
_NOISE = 6000


class _Penalties(dict[_Pile, int]):
    """What each pile takes off a position's score, for given foundations.

    A card that is wanted soon costs its weight for each card that lies over it, but not for those
    of its own suit that are wanted sooner: they go away by themselves.
    """

    def __init__(self, distance: Sequence[int], weights: Sequence[int]) -> None:
        super().__init__()
        self._distance = distance
        self._weights = weights

    def __missing__(self, pile: _Pile) -> int:
        if not pile.size:
            self[pile] = _EMPTY_PILE
            return _EMPTY_PILE
        penalty = 0
        weights, distance, furthest = self._weights, self._distance, len(self._weights)
        # The distances of the cards over the present one, by suit.
        above: tuple[list[int], ...] = ([], [], [], [])
        over = 0
        for card in reversed(pile.cards):
            far = distance[card]
            same = above[card // 13]
            if far < furthest and over:
                blocking = over
                for other in same:
                    if other < far:
                        blocking -= 1
                penalty += weights[far] * blocking
            same.append(far)
            over += 1
        self[pile] = penalty
        return penalty


# One step of a line in shorthand: the pile to move from and where to, a pile or _PLAY, its
# foundation; None is a redeal. Steps are spelled out as actions by `_spell`.
_Step = tuple[int, int] | None
_PLAY = 16


def _spell(table: Table, steps: Sequence[_Step]) -> tuple[Action, ...]:
    """The actions that steps stand for, each of them accepted by the rules.

    Raises AssertionError where the rules refuse one or where it does not end in a win.
    """
    actions: list[Action] = []
    for step in steps:
        for action in _actions_of(table, step):
            answer = decide(table, action)
            if not isinstance(answer, Accepted):
                raise AssertionError(f"{action} is refused: {answer}")
            table = answer.table
            actions.append(action)
    return tuple(actions)


def _actions_of(table: Table, step: _Step) -> Iterator[Action]:
    if step is None:
        yield Redeal()
        return
    source, destination = PILES[step[0]], step[1]
    if destination != _PLAY:
        yield Move(source, PILES[destination])
        return
    card = table.top(source)
    assert card is not None  # noqa: S101 - only a pile with cards is played from
    up, down = (foundation(card.suit, ascending=ascending) for ascending in (True, False))
    if table.wanted(up) == card:
        yield Move(source, up)
    elif table.wanted(down) == card:
        yield Move(source, down)
    else:
        # A loose suit: hand cards over until this one is wanted.
        height = len(table.places[up])
        yield from [Move(down, up)] * (card.rank - 1 - height)
        yield from [Move(up, down)] * (height - card.rank)
        yield Move(source, up if card.rank > height else down)


class _Node:
    """A position in a beam, and how it came about."""

    __slots__ = ("key", "left", "parent", "penalty", "piles", "standing", "steps")

    def __init__(
        self,
        piles: list[_Pile],
        standing: _Standing,
        parent: _Node | None,
        steps: tuple[_Step, ...],
    ) -> None:
        self.piles = piles
        self.standing = standing
        self.parent = parent
        self.steps = steps
        self.key = sum([pile.key for pile in piles])
        self.left = sum([pile.size for pile in piles])
        self.penalty = sum(map(standing.penalties.__getitem__, piles))

    def line(self) -> list[_Step]:
        """The steps from the start of the search to this position."""
        parts = []
        node: _Node | None = self
        while node is not None:
            parts.append(node.steps)
            node = node.parent
        return [step for steps in reversed(parts) for step in steps]


# A possible next position: its score, its key, the position it comes from, the step, and the
# finished node where one had to be built to know the score.
_Candidate = tuple[int, int, _Node, tuple[int, int], "_Node | None"]
