"""One run of the beam search for a win, and what it may spend; it reads no clock.

A run goes forward move by move and keeps the few most promising positions for each number of
redeals used, so that redeals are not spent greedily.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crescent_a11y.engine.shorthand import (
    BESIDE,
    PLAY,
    Pile,
    Space,
    Standing,
    Step,
    can_turn,
    spots_of,
)
from crescent_a11y.engine.table import PILE_LIMIT

# What a search may spend

_REPORT_EVERY = 4096


class Ended(Exception):  # noqa: N818 - the end of a search is no error
    """The budget is spent, or the caller wants to stop."""


class Meter:
    """Counts positions; tells and asks the caller now and then; raises Ended at the limit."""

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
        """Count positions. Raises Ended where the search is to end."""
        self.spent += positions
        if self.spent >= self._next_report:
            self._next_report = self.spent + _REPORT_EVERY
            if self._progress is not None:
                self._progress(self.spent)
            if self._stop is not None and self._stop():
                raise Ended
        if self.spent > self.limit:
            raise Ended


# The search

_CARD_WORTH = 1000
_NOISE = 10_000
_MIX = 0x9E3779B97F4A7C15
_STALL = 20
_NO_SCORE = -(10**9)


class Node:
    """A position in a beam, and how it came about."""

    __slots__ = ("key", "left", "parent", "penalty", "piles", "standing", "steps")

    def __init__(
        self,
        piles: list[Pile],
        standing: Standing,
        parent: Node | None,
        steps: tuple[Step, ...],
    ) -> None:
        self.piles = piles
        self.standing = standing
        self.parent = parent
        self.steps = steps
        self.key = sum([pile.key for pile in piles])
        self.left = sum([pile.size for pile in piles])
        self.penalty = standing.penalty(piles)

    def line(self) -> list[Step]:
        """The steps from the start of the search to this position."""
        parts = []
        node: Node | None = self
        while node is not None:
            parts.append(node.steps)
            node = node.parent
        return [step for steps in reversed(parts) for step in steps]


# A possible next position: its score, its key, the position it comes from, the step, and the
# finished node where one had to be built to know the score.
Candidate = tuple[int, int, Node, tuple[int, int], "Node | None"]


@dataclass(slots=True)
class Plan:
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


class Run:
    """One run of the beam search."""

    def __init__(self, space: Space, meter: Meter, plan: Plan) -> None:
        self.space = space
        self.meter = meter
        self.plan = plan
        # For each number of redeals used: the keys of the positions met, and what comes next.
        self.seen: list[set[int]] = [set() for _ in range(plan.redeals + 1)]
        self.following: list[list[Candidate]] = [[] for _ in self.seen]

    def search(self, root: Node) -> list[Step] | None:
        """A win, or None where nothing better comes up any more."""
        plan, meter = self.plan, self.meter
        self.seen[0].add(root.key)
        beams: list[list[Node]] = [[root], *([] for _ in range(plan.redeals))]
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
                beams[used] = [built(candidate) for candidate in candidates[: plan.width]]
                candidates.clear()
        return None

    def expand(self, node: Node, used: int) -> Node | None:
        """Add what can follow a position by one move, plays included; return a win at once."""
        grow, holds, salt = self.space.grown, self.plan.holds, self.plan.salt
        seen, candidates = self.seen[used], self.following[used]
        piles, standing, key = node.piles, node.standing, node.key
        wanted, loose = standing.wanted, standing.loose
        score = -_CARD_WORTH * node.left - node.penalty
        spots = spots_of(piles)
        for card, sources in spots.items():
            if wanted[card] or loose[card]:
                for source in sources:
                    won = self.add_moved(node, used, source, PLAY)
                    if won is not None:
                        return won
            for other in BESIDE[card]:
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

    def expand_redeal(self, node: Node, used: int) -> Node | None:
        """Add what can follow a position by a redeal, plays included; return a win at once."""
        if not can_turn(node.piles):
            return None
        piles = [self.space.turned(pile) for pile in node.piles]
        return self.add(node, used + 1, piles, node.standing, None)

    def add_moved(self, node: Node, used: int, source: int, destination: int) -> Node | None:
        """Add what follows by a move that is a play, or that uncovers a card to be played."""
        piles, standing = node.piles.copy(), node.standing
        pile = piles[source]
        piles[source] = pile.rest
        if destination == PLAY:
            standing = self.space.played(standing, pile.top)
        else:
            piles[destination] = self.space.grown(piles[destination], pile.top)
        return self.add(node, used, piles, standing, (source, destination))

    def add(
        self, node: Node, used: int, piles: list[Pile], standing: Standing, step: Step
    ) -> Node | None:
        """Add a position with all wanted cards played and, if they may be held, as it is."""
        settled, played, steps = self.space.settled(piles, standing)
        children = [Node(settled, played, node, (step, *steps))]
        if not children[0].left:
            return children[0]
        if self.plan.holds and steps:
            children.append(Node(piles, standing, node, (step,)))
        seen = self.seen[used]
        for child in children:
            if child.key not in seen:
                seen.add(child.key)
                score = self.plan.noise(child.key) - _CARD_WORTH * child.left - child.penalty
                self.following[used].append((score, child.key, node, (0, 0), child))
        return None


def built(candidate: Candidate) -> Node:
    """The node of a candidate that goes into the next beam."""
    node, step, child = candidate[2:]
    if child is not None:
        return child
    source, destination = step
    piles = node.piles.copy()
    pile = piles[source]
    piles[source] = pile.rest
    piles[destination] = piles[destination].grown[pile.top]
    return Node(piles, node.standing, node, (step,))
