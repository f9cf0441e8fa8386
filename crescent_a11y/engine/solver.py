"""Looks for a win from any position, or proves that there is none; it never decides a rule.

`solve` is what to call, or `is_lost` where only that is asked. Every line it gives was played
through `rules.decide`, so that a mistake in the shorthand used here for speed cannot become a wrong
line. It reads no clock: what it may spend is counted in positions, and the same position, seed and
budget give the same verdict.

Two searches share the budget:

* A beam search with restarts finds wins. It goes forward move by move, keeping the few most
  promising positions for each number of redeals used, so that redeals are not spent greedily. A
  little noise, different in every run, makes each run try something else: many narrow runs find
  more than one wide one, because the effort that deals need differs by factors of thousands.
* A search of the whole space, which can prove that a position is lost when few cards are left.

Both see two positions as one when they differ only in the order of the piles, or in how the cards
of a suit whose foundations meet are shared between them (see `_SuitStanding`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from crescent_a11y.engine.cards import ALL_CARDS
from crescent_a11y.engine.deal import draw, generator
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

DEFAULT_SHORTENING = 60_000
"""Positions of the budget that may go into a better line once a first one is found."""


@dataclass(frozen=True, slots=True)
class Found:
    """A win: the actions that lead to it, and how many positions were searched."""

    name: ClassVar[str] = "found"

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

    name: ClassVar[str] = "impossible"

    positions: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Nothing is known: `positions` were searched before the budget ended or `stop` said so."""

    name: ClassVar[str] = "gave-up"

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


def is_lost(table: Table, *, budget: int) -> bool:
    """Whether it is proved that no win is left, by searching at most `budget` positions.

    False proves nothing. All of the budget goes into the search of the whole space, so that this
    proves more with it than `solve` does.
    """
    if table.is_won:
        return False
    whole = _Solver(table, 0, _Meter(budget, None, None)).whole_space()
    try:
        return all(line is None for line in whole)
    except _Ended:
        return False


def _redeals_in(actions: Sequence[Action]) -> int:
    return sum(isinstance(action, Redeal) for action in actions)


# What a search may spend

_REPORT_EVERY = 4096


class _Ended(Exception):  # noqa: N818 - the end of a search is no error
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
        if self.spent > self.limit:
            raise _Ended


# The position in shorthand

_NO_CARD = 52
_NUMBER_OF_CARD = {card: number for number, card in enumerate(ALL_CARDS)}
_BESIDE = [tuple(_NUMBER_OF_CARD[card] for card in each.neighbours) for each in ALL_CARDS]
_KEY_BITS = 56
_MIX = 0x9E3779B97F4A7C15


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


_CARD_WORTH = 1000
_EMPTY_PILE = 350
_WEIGHTS = (0, 200, 200, 140, 80)
_NOISE = 10_000


class _SuitStanding(dict[_Pile, int]):
    """How high a suit's two foundations are, and what follows from it for the suit's cards.

    The foundations of a suit meet when they hold 13 cards together: the top card of each is then
    what the other one wants, so that cards can be handed over until any rank from the ace to the
    king is wanted next, and back again. A suit in that state is `loose`: any card of it can be
    played. The card takes its place on both sides of the gap, and from then on nothing can be
    handed over. So all ways of sharing a loose suit's cards are as good as one.

    As a dictionary it remembers what each pile takes off a position's score for this suit: a card
    that is wanted soon costs its weight for each card over it, but not for those of its own suit
    that are wanted sooner, since these go away by themselves.
    """

    __slots__ = ("distance", "down", "loose", "suit", "up", "wanted")

    def __init__(self, suit: int, up: int, down: int) -> None:
        super().__init__()
        self.suit = suit
        self.up = up
        self.down = down
        self.loose = up + down == FOUNDATION_SIZE
        # How many cards of the suit must be played before a rank is wanted, itself included.
        self.distance = [
            min((way for way in (rank - up, 14 - down - rank) if way > 0), default=1)
            for rank in range(1, 14)
        ]
        self.wanted = [
            not self.loose and rank in (up + 1, FOUNDATION_SIZE - down) for rank in range(1, 14)
        ]

    def __missing__(self, pile: _Pile) -> int:
        first, distance = self.suit * 13, self.distance
        penalty = 0
        above: list[int] = []
        for over, card in enumerate(reversed(pile.cards)):
            if first <= card < first + 13:
                far = distance[card - first]
                if far < len(_WEIGHTS):
                    blocking = over
                    for other in above:
                        if other < far:
                            blocking -= 1
                    penalty += _WEIGHTS[far] * blocking
                above.append(far)
        self[pile] = penalty
        return penalty

    def after(self, rank: int) -> tuple[int, int]:
        """The heights of the two foundations when a card that is wanted, or loose, is played."""
        if self.loose:
            return rank, 14 - rank
        if self.up == rank - 1:
            return self.up + 1, self.down
        return self.up, self.down + 1


class _Standing(dict[_Pile, int]):
    """How the foundations of all suits stand. Equal ones are one object.

    `wanted` and `loose` say of each card, and at the end of the missing top of an empty pile,
    whether it can be played at once; the first do not count a loose suit's cards. As a dictionary
    it remembers what each pile takes off a position's score.
    """

    __slots__ = ("loose", "next", "suits", "wanted")

    def __init__(self, suits: tuple[_SuitStanding, ...]) -> None:
        super().__init__()
        spades, hearts, diamonds, clubs = self.suits = suits
        self.wanted = [*spades.wanted, *hearts.wanted, *diamonds.wanted, *clubs.wanted, False]
        self.loose = [suit.loose for suit in suits for _ in range(13)] + [False]
        self.next: dict[int, _Standing] = {}

    def __missing__(self, pile: _Pile) -> int:
        spades, hearts, diamonds, clubs = self.suits
        penalty = spades[pile] + hearts[pile] + diamonds[pile] + clubs[pile]
        if not pile.size:
            penalty += _EMPTY_PILE
        self[pile] = penalty
        return penalty

    def penalty(self, piles: Sequence[_Pile]) -> int:
        """What all piles together take off a position's score.

        The same as the sum of `self[pile]`, and quicker where little is remembered yet.
        """
        empty = sum([not pile.size for pile in piles])
        spades, hearts, diamonds, clubs = self.suits
        return (
            sum(map(spades.__getitem__, piles))
            + sum(map(hearts.__getitem__, piles))
            + sum(map(diamonds.__getitem__, piles))
            + sum(map(clubs.__getitem__, piles))
            + empty * _EMPTY_PILE
        )


# One step of a line in shorthand: the pile to move from and where to, a pile or _PLAY, its
# foundation; None is a redeal. Steps are spelled out as actions by `_spell`.
_Step = tuple[int, int] | None
_PLAY = 16


def _spell(table: Table, steps: Sequence[_Step]) -> tuple[Action, ...]:
    """The actions that steps stand for, each of them accepted by the rules.

    Raises AssertionError where the rules refuse one: then this module has a mistake.
    """
    actions: list[Action] = []
    for step in steps:
        for action in _actions_of(table, step):
            table = _after(table, action)
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
        self.penalty = standing.penalty(piles)

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


class _Space:
    """The piles and the standings that a search has met, each made once."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._piles: dict[bytes, _Pile] = {b"": _Pile(b"", 0, None)}
        self._suits: dict[tuple[int, int, int], _SuitStanding] = {}
        self._standings: dict[tuple[tuple[int, int], ...], _Standing] = {}

    @property
    def size(self) -> int:
        """How many standings are remembered: they take most of the memory."""
        return len(self._standings)

    def shorthand(self, table: Table) -> tuple[list[_Pile], _Standing]:
        """The piles and the standing of a table."""
        piles = [
            self.pile(bytes([_NUMBER_OF_CARD[card] for card in table.places[place]]))
            for place in PILES
        ]
        heights = [len(table.places[place]) for place in FOUNDATIONS]
        return piles, self.standing(tuple(zip(heights[:4], heights[4:], strict=True)))

    def pile(self, cards: bytes) -> _Pile:
        """The one object for a pile of these cards."""
        found = self._piles.get(cards)
        if found is None:
            key = next(self._numbers) >> (64 - _KEY_BITS)
            found = self._piles[cards] = _Pile(cards, key, self.pile(cards[:-1]))
        return found

    def grown(self, pile: _Pile, card: int) -> _Pile:
        """The pile with one more card on it."""
        found = pile.grown.get(card)
        if found is None:
            found = pile.grown[card] = self.pile(pile.cards + bytes((card,)))
        return found

    def turned(self, pile: _Pile) -> _Pile:
        """The pile after a redeal."""
        if pile.turned is None:
            pile.turned = self.pile(pile.cards[1:] + pile.cards[:1])
        return pile.turned

    def standing(self, heights: tuple[tuple[int, int], ...]) -> _Standing:
        """The one object for the heights of each suit's ascending and descending foundation."""
        found = self._standings.get(heights)
        if found is not None:
            return found
        suits = []
        for suit, (up, down) in enumerate(heights):
            name = suit, up, down
            if name not in self._suits:
                self._suits[name] = _SuitStanding(*name)
            suits.append(self._suits[name])
        found = self._standings[heights] = _Standing(tuple(suits))
        return found

    def played(self, standing: _Standing, card: int) -> _Standing:
        """The standing after a card was played that is wanted or loose."""
        found = standing.next.get(card)
        if found is None:
            suit, rank = divmod(card, 13)
            heights = [(each.up, each.down) for each in standing.suits]
            heights[suit] = standing.suits[suit].after(rank + 1)
            found = standing.next[card] = self.standing(tuple(heights))
        return found

    def settled(
        self, piles: Sequence[_Pile], standing: _Standing
    ) -> tuple[list[_Pile], _Standing, list[_Step]]:
        """What comes of it when all wanted cards are played; the plays are the last part."""
        settled = list(piles)
        wanted = standing.wanted
        steps: list[_Step] = []
        before = -1
        while len(steps) > before:
            before = len(steps)
            for place, top in enumerate(settled):
                pile = top
                while wanted[pile.top]:
                    standing = self.played(standing, pile.top)
                    wanted = standing.wanted
                    steps.append((place, _PLAY))
                    pile = settled[place] = pile.rest
        return settled, standing, steps

    def successors(
        self, piles: list[_Pile], standing: _Standing, redeals: int
    ) -> Iterator[tuple[_Step, list[_Pile], _Standing, int]]:
        """All positions that can follow, plays first; handing over a loose suit's cards is none.

        A loose suit's card is played with all that must be handed over for it.
        """
        wanted, loose = standing.wanted, standing.loose
        for place, pile in enumerate(piles):
            if wanted[pile.top] or loose[pile.top]:
                changed = piles.copy()
                changed[place] = pile.rest
                yield (place, _PLAY), changed, self.played(standing, pile.top), redeals
        spots = _spots(piles)
        for card, sources in spots.items():
            for other in _BESIDE[card]:
                for destination in spots.get(other, ()):
                    if piles[destination].size < PILE_LIMIT:
                        for source in sources:
                            changed = piles.copy()
                            changed[source] = piles[source].rest
                            changed[destination] = self.grown(piles[destination], card)
                            yield (source, destination), changed, standing, redeals
        if redeals and _can_turn(piles):
            turned = [self.turned(pile) for pile in piles]
            yield None, turned, standing, redeals - 1


def _spots(piles: Sequence[_Pile]) -> dict[int, list[int]]:
    """Where each card lies on top."""
    spots: dict[int, list[int]] = {}
    for place, pile in enumerate(piles):
        if pile.size:
            if pile.top in spots:
                spots[pile.top].append(place)
            else:
                spots[pile.top] = [place]
    return spots


def _can_turn(piles: Sequence[_Pile]) -> bool:
    """Whether a redeal changes anything."""
    return any(pile.size > 1 for pile in piles)


@dataclass(slots=True)
class _Plan:
    """How one run of the beam search goes about it.

    `width` is how many positions are kept for each number of redeals used; `redeals` how many may
    be used; `holds` whether a card that a foundation wants may also stay where it is, which costs
    time and is needed by few deals; `salt` makes the noise of this run.
    """

    width: int
    redeals: int
    holds: bool
    salt: int

    def noise(self, key: int) -> int:
        """What is added to the score of the position with a key."""
        return ((key ^ self.salt) * _MIX >> 32 & 0xFFFF) * _NOISE >> 16


_STALL = 20
_NO_SCORE = -(10**9)
_WIDTH = 8
# What a run counts for at least when lines are made shorter, so that it ends in small spaces too.
_LEAST_RUN = 500
# The standings to remember from run to run, about a kilobyte each with what hangs on them.
_SPACE_LIMIT = 20_000
_WHOLE_FIRST = 1_000
_WHOLE_LIMIT = 400_000


class _Run:
    """One run of the beam search."""

    def __init__(self, space: _Space, meter: _Meter, plan: _Plan) -> None:
        self.space = space
        self.meter = meter
        self.plan = plan
        # For each number of redeals used: the keys of the positions met, and what comes next.
        self.seen: list[set[int]] = [set() for _ in range(plan.redeals + 1)]
        self.following: list[list[_Candidate]] = [[] for _ in self.seen]

    def search(self, root: _Node) -> list[_Step] | None:
        """A win, or None where nothing better comes up any more."""
        plan, meter = self.plan, self.meter
        self.seen[0].add(root.key)
        beams: list[list[_Node]] = [[root], *([] for _ in range(plan.redeals))]
        best = [_NO_SCORE] * len(beams)
        stalled = 0
        while stalled <= _STALL and any(beams):
            for used, beam in enumerate(beams):
                for node in beam:
                    before = len(self.following[used])
                    won = self.expand(node, used)
                    if won is None and used < plan.redeals:
                        won = self.expand_redeal(node, used)
                    if won is not None:
                        return won.line()
                    meter.spend(len(self.following[used]) - before + 1)
            stalled += 1
            for used, candidates in enumerate(self.following):
                candidates.sort(reverse=True)
                if candidates and candidates[0][0] > best[used]:
                    best[used] = candidates[0][0]
                    stalled = 0
                beams[used] = [_built(candidate) for candidate in candidates[: plan.width]]
                candidates.clear()
        return None

    def expand(self, node: _Node, used: int) -> _Node | None:
        """Add what can follow a position by one move, plays included; return a win at once."""
        grow, holds, salt = self.space.grown, self.plan.holds, self.plan.salt
        seen, candidates = self.seen[used], self.following[used]
        piles, standing, key = node.piles, node.standing, node.key
        wanted, loose = standing.wanted, standing.loose
        score = -_CARD_WORTH * node.left - node.penalty
        spots = _spots(piles)
        for card, sources in spots.items():
            if wanted[card] or loose[card]:
                for source in sources:
                    won = self.add_moved(node, used, source, _PLAY)
                    if won is not None:
                        return won
            for other in _BESIDE[card]:
                for destination in spots.get(other, ()):
                    onto = piles[destination]
                    if onto.size == PILE_LIMIT:
                        continue
                    grown = onto.grown.get(card) or grow(onto, card)
                    for source in sources:
                        pile = piles[source]
                        rest = pile.rest
                        if wanted[rest.top]:
                            won = self.add_moved(node, used, source, destination)
                            if won is not None:
                                return won
                            if not holds:
                                continue
                        changed = key - pile.key - onto.key + rest.key + grown.key
                        if changed in seen:
                            continue
                        seen.add(changed)
                        # The same as in `add`, written out for speed, from what the move changes.
                        worth = (
                            score
                            + standing[pile]
                            + standing[onto]
                            - standing[rest]
                            - standing[grown]
                            + (((changed ^ salt) * _MIX >> 32 & 0xFFFF) * _NOISE >> 16)
                        )
                        candidates.append((worth, changed, node, (source, destination), None))
        return None

    def expand_redeal(self, node: _Node, used: int) -> _Node | None:
        """Add what can follow a position by a redeal, plays included; return a win at once."""
        if not _can_turn(node.piles):
            return None
        piles = [self.space.turned(pile) for pile in node.piles]
        return self.add(node, used + 1, piles, node.standing, None)

    def add_moved(self, node: _Node, used: int, source: int, destination: int) -> _Node | None:
        """Add what follows by a move that is a play, or that uncovers a card to be played."""
        piles, standing = node.piles.copy(), node.standing
        pile = piles[source]
        piles[source] = pile.rest
        if destination == _PLAY:
            standing = self.space.played(standing, pile.top)
        else:
            piles[destination] = self.space.grown(piles[destination], pile.top)
        return self.add(node, used, piles, standing, (source, destination))

    def add(
        self, node: _Node, used: int, piles: list[_Pile], standing: _Standing, step: _Step
    ) -> _Node | None:
        """Add a position with all wanted cards played and, if they may be held, as it is."""
        settled, played, steps = self.space.settled(piles, standing)
        children = [_Node(settled, played, node, (step, *steps))]
        if not children[0].left:
            return children[0]
        if self.plan.holds and steps:
            children.append(_Node(piles, standing, node, (step,)))
        seen = self.seen[used]
        for child in children:
            if child.key not in seen:
                seen.add(child.key)
                score = self.plan.noise(child.key) - _CARD_WORTH * child.left - child.penalty
                self.following[used].append((score, child.key, node, (0, 0), child))
        return None


def _built(candidate: _Candidate) -> _Node:
    """The node of a candidate that goes into the next beam."""
    node, step, child = candidate[2:]
    if child is not None:
        return child
    source, destination = step
    piles = node.piles.copy()
    pile = piles[source]
    piles[source] = pile.rest
    piles[destination] = piles[destination].grown[pile.top]
    return _Node(piles, node.standing, node, (step,))


class _Solver:
    """One call of `solve`."""

    def __init__(self, table: Table, seed: int, meter: _Meter) -> None:
        self.table = table
        self.meter = meter
        self.numbers = generator(seed)
        self.space = _Space(self.numbers)

    def solve(self, shortening: int) -> Verdict:
        """See `solve`."""
        if self.table.is_won:
            return Found((), 0)
        meter = self.meter
        try:
            line = self.first_line()
        except _Ended:
            return GaveUp(meter.spent)
        if line is None:
            return Impossible(meter.spent)
        best = _trimmed(self.table, _spell(self.table, line))
        meter.limit = min(meter.limit, meter.spent + shortening)
        try:
            for better in self.better_lines(best, shortening):
                best = better
        except _Ended:
            pass
        return Found(best, meter.spent)

    def first_line(self) -> list[_Step] | None:
        """The first win that either search finds; None if there is none at all."""
        meter = self.meter
        whole = self.whole_space()
        spent_on_whole = 0
        run = 0
        while True:
            # A small space is settled before the beams start. Later the whole space gets an eighth
            # of what is spent, up to a limit that memory sets.
            share = min(max(_WHOLE_FIRST, meter.spent // 8), _WHOLE_LIMIT)
            while spent_on_whole < share:
                before = meter.spent
                try:
                    line = next(whole)
                except StopIteration:
                    return None
                if line is not None:
                    return line
                spent_on_whole += meter.spent - before
            line = self.beam(self.table, self.plan(run, self.table.redeals))
            if line is not None:
                return line
            run += 1

    def plan(self, run: int, redeals: int) -> _Plan:
        """What a run of the beam search does; `run` counts from 0."""
        return _Plan(_WIDTH, redeals, run % 4 > 1, next(self.numbers))

    def better_lines(
        self, best: tuple[Action, ...], allowance: int
    ) -> Iterator[tuple[Action, ...]]:
        """Lines with fewer redeals, then with fewer moves, each better than the one before.

        Every fourth run starts at the beginning, the others somewhere on the best line so far: the
        rest of it is quicker to search, and often has a better end. `allowance` is what may be
        spent, in positions; the meter may end it sooner.
        """
        cards = sum(map(len, self.table.places[:16]))
        for_redeals = allowance // 4 * 3
        spent = 0
        run = 0
        while spent < allowance:
            redeals = _redeals_in(best)
            if not redeals and len(best) == cards:
                return
            end = len(best)
            if redeals and spent < for_redeals:
                # Saved can only be a redeal that still lies ahead.
                redeals -= 1
                end = max(index for index in range(end) if isinstance(best[index], Redeal))
            kept = best[: draw(self.numbers, end + 1)] if run % 4 else ()
            before = self.meter.spent
            table = self.table
            for action in kept:
                table = _after(table, action)
            line = self.beam(table, self.plan(run, redeals - _redeals_in(kept)))
            if line is not None:
                found = _trimmed(self.table, kept + _spell(table, line))
                if (_redeals_in(found), len(found)) < (_redeals_in(best), len(best)):
                    best = found
                    yield best
            spent += max(self.meter.spent - before, _LEAST_RUN)
            run += 1

    def beam(self, table: Table, plan: _Plan) -> list[_Step] | None:
        """One run of the beam search from a position: a win, or None."""
        if self.space.size > _SPACE_LIMIT:
            self.space = _Space(self.numbers)
        root = _Node(*self.space.shorthand(table), None, ())
        return _Run(self.space, self.meter, plan).search(root)

    def whole_space(self) -> Iterator[list[_Step] | None]:
        """Search all positions, one a time: yields None after each, and a win where it finds one.

        It ends without a win only when there is none. Two positions are one here when their piles
        hold the same in another order: what lies on the foundations follows from that, but for
        the ways to share a loose suit, which are all the same.
        """
        self.meter.spend(1)
        # The beams may forget theirs; this one is kept until the end.
        space = _Space(self.numbers)
        steps: list[_Step] = []
        seen: set[bytes] = set()
        stack = [space.successors(*space.shorthand(self.table), self.table.redeals)]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                if steps:
                    steps.pop()
                continue
            step, piles, standing, redeals = following
            if not any(pile.size for pile in piles):
                yield [*steps, step]
                return
            key = b"\xff".join([bytes((redeals,)), *sorted([pile.cards for pile in piles])])
            self.meter.spend(1)
            if key not in seen:
                seen.add(key)
                steps.append(step)
                stack.append(space.successors(piles, standing, redeals))
            yield None


def _trimmed(table: Table, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """A winning line without the actions that it can do without.

    Each action but the plays is left out where the rest still wins, or where it does once the same
    card's next move starts from where the card lay before.
    """
    line = list(actions)
    index = 0
    while index < len(line):
        shorter = _without_first(table, line[index:])
        if shorter is not None:
            line[index:] = shorter
            continue
        table = _after(table, line[index])
        index += 1
    return tuple(line)


def _without_first(table: Table, line: Sequence[Action]) -> list[Action] | None:
    """A line that wins as well without its first action, or None."""
    first, *rest = line
    if _wins(table, rest):
        return rest
    if isinstance(first, Redeal) or not first.destination.is_pile:
        return None
    card = table.top(first.source)
    table_then = _after(table, first)
    for index, action in enumerate(rest):
        if (
            isinstance(action, Move)
            and action.source == first.destination
            and table_then.top(action.source) == card
        ):
            instead = [Move(first.source, action.destination)]
            if action.destination == first.source:
                instead = []
            changed = [*rest[:index], *instead, *rest[index + 1 :]]
            if _wins(table, changed):
                return changed
        table_then = _after(table_then, action)
    return None


def _wins(table: Table, line: Sequence[Action]) -> bool:
    for action in line:
        answer = decide(table, action)
        if not isinstance(answer, Accepted):
            return False
        table = answer.table
    return table.is_won


def _after(table: Table, action: Action) -> Table:
    answer = decide(table, action)
    if not isinstance(answer, Accepted):
        raise AssertionError(f"{action} is refused: {answer}")
    return answer.table
