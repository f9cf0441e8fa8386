"""Games, tables and logs for the tests: Hypothesis strategies, and helpers to play and compare."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from crescent_a11y.engine.cards import ALL_CARDS, Card, Rank, Suit
from crescent_a11y.engine.deal import NUMBERS, DealCode, Variant
from crescent_a11y.engine.game import (
    Action,
    Event,
    Game,
    Redo,
    Redone,
    Undo,
    Undone,
)
from crescent_a11y.engine.record import CLAIMS, Claim, Expect, Record, Step, Tag, header, write
from crescent_a11y.engine.rules import Move, Moved, Redeal, Redealt, judge
from crescent_a11y.engine.table import FOUNDATIONS, PILE_LIMIT, PILES, Place, Sight, Table, View
from crescent_a11y.engine.view import UnreadableView

DATA = Path(__file__).parent / "data"
"""The folder of the files that tests read."""

ALL_MOVES = tuple(Move(source, destination) for source in Place for destination in Place)
"""Every move that can be named, allowed or not: 24 places to 24 places."""

ALL_ACTIONS: tuple[Move | Redeal, ...] = (*ALL_MOVES, Redeal())
"""Everything that can be asked of a table."""

TO_FOUNDATIONS = tuple(one for one in ALL_MOVES if not one.destination.is_pile)

TWO_PACKS = Counter(dict.fromkeys(ALL_CARDS, 2))
"""What every table holds: 104 cards, each twice."""


def numbered(number: int) -> DealCode:
    """The code of a deal of the traditional game."""
    return DealCode(Variant.TRADITIONAL, number)


def card(code: str) -> Card:
    """A card by its code."""
    return Card.parse(code)


def move(text: str) -> Move:
    """A move by its places, such as "10 14"."""
    return Move.parse(text)


def spell(cards: Iterable[Card | None]) -> str:
    """The codes of cards with blanks between them, "-" where there is no card."""
    return " ".join("-" if card is None else card.code for card in cards)


def copies(table: Table) -> Counter[Card]:
    """How often each card lies on a table."""
    return Counter(card for cards in table.places for card in cards)


# Playing


class Played(NamedTuple):
    """A game, and the steps with which a log tells it."""

    game: Game
    steps: tuple[Step, ...]

    @property
    def log(self) -> bytes:
        """The game as a log without claims."""
        return (header(self.game.code) + "".join(map(write, self.steps))).encode()

    @property
    def claims(self) -> bytes:
        """The true claims of the game as it stands."""
        game = self.game
        text = f"result {game.result}\nmoves {game.moves}\nredeals {game.redeals}\n"
        return text.encode()


def act(game: Game, action: Action) -> Event:
    """Carry out an action that is allowed."""
    answer = game.act(action)
    assert isinstance(answer, Moved | Redealt | Undone | Redone), answer
    return answer


def choose(game: Game, choice: int) -> Action | None:
    """An allowed action picked by any number, or None where the game has ended."""
    if game.is_won:
        return None
    match choice % 16:
        case 0 | 1 if game.undoable:
            return Undo()
        case 2 | 3 if game.redoable:
            return Redo()
    # Anywhere among all actions, and on from there: quicker than to list what is allowed. Most
    # choices look at the foundations first, or games would not come far.
    start = choice * 151 % len(ALL_ACTIONS)
    actions = (*ALL_ACTIONS[start:], *ALL_ACTIONS[:start])
    if choice % 16 > 6:
        actions = (*TO_FOUNDATIONS, *actions)
    for action in actions:
        if judge(game.table, action) is None:
            return action
    return Undo() if game.undoable else None


def step(action: Action, event: Event) -> Step:
    """The step that tells an accepted action; a redo is told as the move that it plays."""
    match event:
        case Redone(moved):
            return Step(Move(moved.source, moved.destination), moved.card)
        case Moved():
            return Step(Move(event.source, event.destination), event.card)
    assert isinstance(action, Redeal | Undo)
    return Step(action)


def play(code: DealCode, choices: Iterable[int]) -> Played:
    """Play a deal: each choice is a number that picks one of the actions allowed then."""
    game = Game(code)
    steps = []
    for choice in choices:
        action = choose(game, choice)
        if action is None:
            break
        steps.append(step(action, act(game, action)))
    return Played(game, tuple(steps))


def history(game: Game) -> tuple[list[Table], list[Table]]:
    """The tables that undo brings back, from the last to the oldest, and those of redo."""
    tables: tuple[list[Table], list[Table]] = ([], [])
    actions: tuple[Action, Action] = (Undo(), Redo())
    for action, found in zip(actions, tables, strict=True):
        other = copy.deepcopy(game)
        while isinstance(other.act(action), Undone | Redone):
            found.append(other.table)
    return tables


def state(game: Game) -> tuple[object, ...]:
    """All that tells one game from another: table, counters, and what undo and redo would do."""
    return (game.code, game.table, game.moves, game.redeals, history(game))


def log_lines(data: bytes) -> list[bytes]:
    """The lines of a file with their ends, as a binary file gives them."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


# Tables in words, read without asking whether they are well said

_RANKS = {str(rank.value): rank for rank in Rank if rank.value in range(2, 11)}
_RANKS |= {"as": Rank.ACE, "valet": Rank.JACK, "damă": Rank.QUEEN, "rege": Rank.KING}
_RANKS |= {"ace": Rank.ACE, "jack": Rank.JACK, "queen": Rank.QUEEN, "king": Rank.KING}
_SUITS = dict(zip(("pică", "cupă", "caro", "treflă"), Suit, strict=True))
_SUITS |= dict(zip(("spades", "hearts", "diamonds", "clubs"), Suit, strict=True))
_TOP = re.compile(r"(\w+) (?:de|of) (\w+) (?:deasupra|on top)")
_COUNT = re.compile(r"(\d+) (?:cărți|carte|cards?)\b")


def read_words(text: str) -> View:
    """A table in the words of either language: foundations first, then piles, 24 in all."""
    parts = re.split(r"[;.]\s*", text.strip().removesuffix("."))
    if len(parts) != 24:
        raise UnreadableView(1, text.partition(" ")[0])
    sights = [_read_place(part) for part in parts]
    return (*sights[8:], *sights[:8])


def _read_place(text: str) -> Sight:
    if text.endswith((": goală", ": empty")):
        return Sight(0, None)
    count, top = _COUNT.search(text), _TOP.search(text)
    if count is None or top is None:
        raise UnreadableView(1, text)
    return Sight(int(count[1]), Card(_RANKS[top[1]], _SUITS[top[2]]))


def no_words(text: str) -> View:
    """The reader for logs in which no table is told in words."""
    raise AssertionError(f"no table to read was expected: {text}")


# Strategies

# A busy machine is no fault of the program.
settings.register_profile("crescent", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crescent")

cards = st.sampled_from(ALL_CARDS)
places = st.sampled_from(Place)
moves = st.builds(Move, places, places)
numbers = st.integers(0, NUMBERS - 1)
codes = st.builds(numbered, numbers)

choices = st.one_of(
    st.lists(st.integers(0, 255), max_size=40),
    st.binary(min_size=30, max_size=120),
)
"""Choices for `play`: short lists that shrink well, and long runs deep into a game."""

played = st.builds(play, codes, choices)
"""Games played from a deal, with moves, redeals, undos and redos."""

reachable_tables = played.map(lambda one: one.game.table)


@st.composite
def sparse_tables(draw: st.DrawFn) -> Table:
    """Tables late in a game: high foundations, few cards, some of the piles empty.

    Each card is there twice, as after a deal, but nobody asked whether play leads there.
    """
    height = st.one_of(st.integers(10, 13), st.integers(1, 13))
    heights = draw(st.lists(height, min_size=8, max_size=8))
    counts = " ".join(f"{f.code}:{n}" for f, n in zip(FOUNDATIONS, heights, strict=True))
    table = Table.of([], counts, redeals=draw(st.integers(0, 3)))
    rest = draw(st.permutations(list((TWO_PACKS - copies(table)).elements())))
    fewest = -(-len(rest) // PILE_LIMIT)
    width = draw(st.integers(fewest, 16))
    piles: list[list[Card]] = [[] for _ in PILES]
    wishes = draw(st.binary(min_size=len(rest), max_size=len(rest)))
    for one, wish in zip(rest, wishes, strict=True):
        open_piles = [pile for pile in piles[:width] if len(pile) < PILE_LIMIT]
        open_piles[wish % len(open_piles)].append(one)
    return Table((*map(tuple, piles), *table.places[16:]), table.redeals)


tables = st.one_of(reachable_tables, sparse_tables())
"""Any table: one that was played to, or a constructed one."""


@st.composite
def look_alikes(draw: st.DrawFn, table: Table) -> Table:
    """A table that looks the same: the cards that lie under the tops of the piles are mixed."""
    buried = draw(st.permutations([one for pile in table.places[:16] for one in pile[:-1]]))
    rest = iter(buried)
    piles = tuple((*(next(rest) for _ in pile[:-1]), *pile[-1:]) for pile in table.places[:16])
    return Table((*piles, *table.places[16:]), table.redeals)


# Logs

_plain = st.text(
    st.one_of(
        st.characters(
            exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"), exclude_characters="#"
        ),
        st.just(" "),
    ),
    max_size=30,
)
values = _plain.map(lambda text: text.strip(" ")).filter(bool)
"""Any text that a line of a log can hold after its first word."""

_seconds = st.none() | st.integers(0, 10**10 - 1)
_names = st.from_regex(r"[a-z][a-z0-9-]{2,20}", fullmatch=True)
_reserved = {"crescent", "deal", "redeal", "undo", "expect", *CLAIMS}
tags = st.builds(
    Tag,
    _names.filter(lambda name: name not in _reserved),
    values.filter(lambda text: not text.startswith("@")),  # that would be a time
)
actions = st.one_of(
    st.builds(Step, moves, st.none() | cards, _seconds),
    st.builds(Step, st.sampled_from([Redeal(), Undo()]), st.none(), _seconds),
)
claims = st.one_of(
    st.builds(Claim, st.just("result"), st.sampled_from(["won", "blocked", "open"])),
    st.builds(Claim, st.sampled_from(CLAIMS[1:]), st.integers(0, 10**10 - 1)),
)
records = st.builds(
    Record,
    codes,
    st.lists(tags, max_size=4).map(tuple),
    st.lists(st.one_of(actions, st.builds(Expect, values)), max_size=12).map(tuple),
    st.lists(claims, max_size=4).map(tuple),
)
"""Logs that can be written, whether or not they can be played."""
