"""Positions in shorthand, quick to make, compare and score; it spells every step out by the rules.

Two positions are one here when they differ only in the order of the piles, or in how the cards of
a suit whose foundations meet are shared between them (see `SuitStanding`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crescent_a11y.engine.cards import ALL_CARDS
from crescent_a11y.engine.lines import Action, after
from crescent_a11y.engine.rules import Move, Redeal
from crescent_a11y.engine.table import (
    FOUNDATION_SIZE,
    FOUNDATIONS,
    PILE_LIMIT,
    PILES,
    Table,
    foundation,
)

_NO_CARD = 52
_NUMBER_OF_CARD = {card: number for number, card in enumerate(ALL_CARDS)}
BESIDE = [tuple(_NUMBER_OF_CARD[card] for card in each.neighbours) for each in ALL_CARDS]
_KEY_BITS = 56


class Pile:
    """The cards of a pile, bottom first. Equal piles are one object, see `Space.pile`."""

    __slots__ = ("cards", "grown", "key", "rest", "size", "top", "turned")

    def __init__(self, cards: bytes, key: int, rest: Pile | None) -> None:
        self.cards = cards
        self.size = len(cards)
        self.top = cards[-1] if cards else _NO_CARD
        # The keys of a position's piles are added up, so their order does not matter.
        self.key = key
        self.rest = rest or self
        self.grown: dict[int, Pile] = {}
        self.turned: Pile | None = None


_EMPTY_PILE = 350
_WEIGHTS = (0, 200, 200, 140, 80)


class SuitStanding(dict[Pile, int]):
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

    def __missing__(self, pile: Pile) -> int:
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


class Standing(dict[Pile, int]):
    """How the foundations of all suits stand. Equal ones are one object.

    `wanted` and `loose` say of each card, and at the end of the missing top of an empty pile,
    whether it can be played at once; the first do not count a loose suit's cards. As a dictionary
    it remembers what each pile takes off a position's score.
    """

    __slots__ = ("loose", "next", "suits", "wanted")

    def __init__(self, suits: tuple[SuitStanding, ...]) -> None:
        super().__init__()
        spades, hearts, diamonds, clubs = self.suits = suits
        self.wanted = [*spades.wanted, *hearts.wanted, *diamonds.wanted, *clubs.wanted, False]
        self.loose = [suit.loose for suit in suits for _ in range(13)] + [False]
        self.next: dict[int, Standing] = {}

    def __missing__(self, pile: Pile) -> int:
        spades, hearts, diamonds, clubs = self.suits
        penalty = spades[pile] + hearts[pile] + diamonds[pile] + clubs[pile]
        if not pile.size:
            penalty += _EMPTY_PILE
        self[pile] = penalty
        return penalty

    def penalty(self, piles: Sequence[Pile]) -> int:
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


# One step of a line in shorthand: the pile to move from and where to, a pile or PLAY, its
# foundation; None is a redeal. Steps are spelled out as actions by `spell`.
Step = tuple[int, int] | None
PLAY = 16


def spell(table: Table, steps: Sequence[Step]) -> tuple[Action, ...]:
    """The actions that steps stand for, each of them accepted by the rules.

    Raises AssertionError where the rules refuse one: then this module has a mistake.
    """
    actions: list[Action] = []
    for step in steps:
        for action in _actions_of(table, step):
            table = after(table, action)
            actions.append(action)
    return tuple(actions)


def _actions_of(table: Table, step: Step) -> Iterator[Action]:
    if step is None:
        yield Redeal()
        return
    source, destination = PILES[step[0]], step[1]
    if destination != PLAY:
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


class Space:
    """The piles and the standings that a search has met, each made once."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._piles: dict[bytes, Pile] = {b"": Pile(b"", 0, None)}
        self._suits: dict[tuple[int, int, int], SuitStanding] = {}
        self._standings: dict[tuple[tuple[int, int], ...], Standing] = {}

    @property
    def size(self) -> int:
        """How many standings are remembered: they take most of the memory."""
        return len(self._standings)

    def shorthand(self, table: Table) -> tuple[list[Pile], Standing]:
        """The piles and the standing of a table."""
        piles = [
            self.pile(bytes([_NUMBER_OF_CARD[card] for card in table.places[place]]))
            for place in PILES
        ]
        heights = [len(table.places[place]) for place in FOUNDATIONS]
        return piles, self.standing(tuple(zip(heights[:4], heights[4:], strict=True)))

    def pile(self, cards: bytes) -> Pile:
        """The one object for a pile of these cards."""
        found = self._piles.get(cards)
        if found is None:
            key = next(self._numbers) >> (64 - _KEY_BITS)
            found = self._piles[cards] = Pile(cards, key, self.pile(cards[:-1]))
        return found

    def grown(self, pile: Pile, card: int) -> Pile:
        """The pile with one more card on it."""
        found = pile.grown.get(card)
        if found is None:
            found = pile.grown[card] = self.pile(pile.cards + bytes((card,)))
        return found

    def turned(self, pile: Pile) -> Pile:
        """The pile after a redeal."""
        if pile.turned is None:
            pile.turned = self.pile(pile.cards[1:] + pile.cards[:1])
        return pile.turned

    def standing(self, heights: tuple[tuple[int, int], ...]) -> Standing:
        """The one object for the heights of each suit's ascending and descending foundation."""
        found = self._standings.get(heights)
        if found is not None:
            return found
        suits = []
        for suit, (up, down) in enumerate(heights):
            name = suit, up, down
            if name not in self._suits:
                self._suits[name] = SuitStanding(*name)
            suits.append(self._suits[name])
        found = self._standings[heights] = Standing(tuple(suits))
        return found

    def played(self, standing: Standing, card: int) -> Standing:
        """The standing after a card was played that is wanted or loose."""
        found = standing.next.get(card)
        if found is None:
            suit, rank = divmod(card, 13)
            heights = [(each.up, each.down) for each in standing.suits]
            heights[suit] = standing.suits[suit].after(rank + 1)
            found = standing.next[card] = self.standing(tuple(heights))
        return found

    def settled(
        self, piles: Sequence[Pile], standing: Standing
    ) -> tuple[list[Pile], Standing, list[Step]]:
        """What comes of it when all wanted cards are played; the plays are the last part."""
        settled = list(piles)
        wanted = standing.wanted
        steps: list[Step] = []
        before = -1
        while len(steps) > before:
            before = len(steps)
            for place, top in enumerate(settled):
                pile = top
                while wanted[pile.top]:
                    standing = self.played(standing, pile.top)
                    wanted = standing.wanted
                    steps.append((place, PLAY))
                    pile = settled[place] = pile.rest
        return settled, standing, steps

    def successors(
        self, piles: list[Pile], standing: Standing, redeals: int
    ) -> Iterator[tuple[Step, list[Pile], Standing, int]]:
        """All positions that can follow, plays first; handing over a loose suit's cards is none.

        A loose suit's card is played with all that must be handed over for it.
        """
        wanted, loose = standing.wanted, standing.loose
        for place, pile in enumerate(piles):
            if wanted[pile.top] or loose[pile.top]:
                changed = piles.copy()
                changed[place] = pile.rest
                yield (place, PLAY), changed, self.played(standing, pile.top), redeals
        spots = spots_of(piles)
        for card, sources in spots.items():
            for other in BESIDE[card]:
                for destination in spots.get(other, ()):
                    if piles[destination].size < PILE_LIMIT:
                        for source in sources:
                            changed = piles.copy()
                            changed[source] = piles[source].rest
                            changed[destination] = self.grown(piles[destination], card)
                            yield (source, destination), changed, standing, redeals
        if redeals and can_turn(piles):
            turned = [self.turned(pile) for pile in piles]
            yield None, turned, standing, redeals - 1


def spots_of(piles: Sequence[Pile]) -> dict[int, list[int]]:
    """Where each card lies on top."""
    spots: dict[int, list[int]] = {}
    for place, pile in enumerate(piles):
        if pile.size:
            if pile.top in spots:
                spots[pile.top].append(place)
            else:
                spots[pile.top] = [place]
    return spots


def can_turn(piles: Sequence[Pile]) -> bool:
    """Whether a redeal changes anything."""
    return any(pile.size > 1 for pile in piles)
