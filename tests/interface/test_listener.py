"""A whole game won by ear: a listener knows the table only by what it is told.

It is given a solution in which cards are named, not places. The game itself it never sees.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from player import LANGUAGES, Player
from strategies import DATA, choose, numbered

from crescent_a11y.engine.cards import Suit
from crescent_a11y.engine.game import Action, Game, Redo, Undo
from crescent_a11y.engine.record import Record
from crescent_a11y.engine.rules import Move, Redeal, legal_moves
from crescent_a11y.engine.table import Place
from crescent_a11y.language.catalog import load
from crescent_a11y.language.words import card_name, suit_name


class Language(NamedTuple):
    """What a listener knows of a language: how answers sound, and the words to type.

    A card is what stands before or after the words around it.
    """

    foundation: str
    pile: str
    empty_pile: str
    onto_pile: str
    onto_foundation: str
    completes: str
    now_pile: str
    now_empty: str
    now_foundation: str
    back_on_pile: str
    back_on_foundation: str
    redealt: str
    new_top: str
    won: str
    up: str
    down: str
    table: str
    redeal: str
    undo: str
    of: str
    onto: str
    suits: tuple[str, ...]


ENGLISH = Language(
    foundation=r"(ascending|descending) foundation of (\w+): (.+) on top, (\d+) cards?",
    pile=r"pile (\d+): (\d+) cards?, (.+) on top",
    empty_pile=r"pile (\d+): empty",
    onto_pile=r"(.+) on (.+), pile (\d+)",
    onto_foundation=r"(.+) on the (ascending|descending) foundation, (\d+) cards?",
    completes=r"(.+) completes the (ascending|descending) foundation",
    now_pile=r"pile (\d+): (.+), (\d+) cards?",
    now_empty=r"pile (\d+) is empty",
    now_foundation=r"(ascending|descending) foundation: (.+), (\d+) cards?",
    back_on_pile=r"(.+) back on pile (\d+)",
    back_on_foundation=r"(.+) back on the (ascending|descending) foundation",
    redealt=r"Redealt, .+",
    new_top=r"[Pp]ile (\d+): (.+)",
    won=r"you won .+",
    up="ascending",
    down="descending",
    table="table",
    redeal="redeal",
    undo="undo",
    of="of",
    onto="onto",
    suits=("spades", "hearts", "diamonds", "clubs"),
)
ROMANIAN = Language(
    foundation=r"fundație (ascendentă|descendentă) de (\w+): (.+) deasupra, (\d+) (?:carte|cărți)",
    pile=r"stiva (\d+): (\d+) (?:carte|cărți), (.+) deasupra",
    empty_pile=r"stiva (\d+): goală",
    onto_pile=r"(.+) pe (.+), stiva (\d+)",
    onto_foundation=r"(.+) pe fundația (ascendentă|descendentă), (\d+) (?:carte|cărți)",
    completes=r"(.+) completează fundația (ascendentă|descendentă)",
    now_pile=r"stiva (\d+): (.+), (\d+) (?:carte|cărți)",
    now_empty=r"stiva (\d+) este goală",
    now_foundation=r"fundația (ascendentă|descendentă): (.+), (\d+) (?:carte|cărți)",
    back_on_pile=r"(.+) înapoi pe stiva (\d+)",
    back_on_foundation=r"(.+) înapoi pe fundația (ascendentă|descendentă)",
    redealt=r"Redistribuit, .+",
    new_top=r"[Ss]tiva (\d+): (.+)",
    won=r"ai câștigat.+",
    up="ascendentă",
    down="descendentă",
    table="masa",
    redeal="redistribuie",
    undo="anulează",
    of="de",
    onto="pe",
    suits=("pică", "cupă", "caro", "treflă"),
)
SPOKEN = {"en": ENGLISH, "ro": ROMANIAN}

Pile = int
Foundation = tuple[bool, str]
"""Whether it goes up, and its suit's name."""


class Believed(NamedTuple):
    """What the listener believes to lie on a place."""

    height: int
    top: str


class Tried(NamedTuple):
    """A step for which several piles showed the card: those still to try."""

    step: int
    others: list[tuple[Pile | Foundation, Pile | Foundation]]


class Listener:
    """Plays by ear. `say` types a line and gives the answer."""

    def __init__(self, language: Language, say: Callable[[str], str]) -> None:
        self.language = language
        self.picture: dict[Pile | Foundation, Believed] = {}
        self.has_won = False
        self.typed: list[str] = []
        self._say = say
        self._hear_table(self._type(language.table))

    def _type(self, line: str) -> str:
        self.typed.append(line)
        return self._say(line)

    # Hearing

    def _hear_table(self, text: str) -> None:
        for part in re.split(r"[;.]\s*", text.strip(".")):
            if found := re.fullmatch(self.language.foundation, part):
                place = (found[1] == self.language.up, found[2])
                self.picture[place] = Believed(int(found[4]), found[3])
            elif found := re.fullmatch(self.language.pile, part):
                self.picture[int(found[1])] = Believed(int(found[2]), found[3])
            else:
                found = re.fullmatch(self.language.empty_pile, part)
                assert found, part
                self.picture[int(found[1])] = Believed(0, "")
        assert len(self.picture) == 24

    def _suit(self, card: str) -> str:
        return card.rpartition(f" {self.language.of} ")[2]

    def _foundation(self, side: str, card: str) -> Foundation:
        return side == self.language.up, self._suit(card)

    def _hear_move(self, text: str) -> None:
        """Take in where a card went and what it left, as they are told; each must be believable."""
        first, second, *more = [self._lower(x) for x in text.removesuffix(".").split(". ")]
        if found := re.fullmatch(self.language.onto_foundation, first):
            destination: Pile | Foundation = self._foundation(found[2], found[1])
            assert int(found[3]) == self.picture[destination].height + 1
        elif found := re.fullmatch(self.language.completes, first):
            destination = self._foundation(found[2], found[1])
            assert self.picture[destination].height == 12
        else:
            found = re.fullmatch(self.language.onto_pile, first)
            assert found, first
            destination = int(found[3])
            assert self.picture[destination].top == found[2]
        source, left = self._hear_place(second)
        assert self.picture[source].top == found[1]
        assert self.picture[source].height == left.height + 1
        self.picture[destination] = Believed(self.picture[destination].height + 1, found[1])
        self.picture[source] = left
        self.has_won = len(more) > 0 and re.fullmatch(self.language.won, more[0]) is not None

    def _hear_place(self, text: str) -> tuple[Pile | Foundation, Believed]:
        """A place as it is now."""
        if found := re.fullmatch(self.language.now_pile, text):
            return int(found[1]), Believed(int(found[3]), found[2])
        if found := re.fullmatch(self.language.now_empty, text):
            return int(found[1]), Believed(0, "")
        found = re.fullmatch(self.language.now_foundation, text)
        assert found, text
        return self._foundation(found[1], found[2]), Believed(int(found[3]), found[2])

    def _hear_undo(self, text: str) -> None:
        first, second = (self._lower(x) for x in text.removesuffix(".").split(". "))
        left, below = self._hear_place(second)
        assert self.picture[left].height == below.height + 1
        if found := re.fullmatch(self.language.back_on_pile, first):
            back: Pile | Foundation = int(found[2])
        else:
            found = re.fullmatch(self.language.back_on_foundation, first)
            assert found, first
            back = self._foundation(found[2], found[1])
        assert self.picture[left].top == found[1]
        self.picture[left] = below
        self.picture[back] = Believed(self.picture[back].height + 1, found[1])

    def _hear_redeal(self, text: str) -> None:
        first, tops = text.removesuffix(".").split(". ", 1)
        assert re.fullmatch(self.language.redealt, first)
        told = set()
        for part in tops.split("; "):
            found = re.fullmatch(self.language.new_top, part)
            assert found, part
            number = int(found[1])
            self.picture[number] = Believed(self.picture[number].height, found[2])
            told.add(number)
        piles = {place for place in self.picture if isinstance(place, int)}
        assert told == {pile for pile in piles if self.picture[pile].height > 1}

    def _lower(self, text: str) -> str:
        return text[:1].lower() + text[1:]

    # Playing

    def follow(self, solution: list[str]) -> Iterator[None]:
        """Play a solution; where two piles show the card, try one, and take it back if it fails.

        Stops after each answer, so that what is believed can be compared.
        """
        tried: list[Tried] = []
        at = 0
        while at < len(solution):
            step = solution[at]
            if step == self.language.redeal:
                tried.clear()  # what came before cannot be taken back
                self._hear_redeal(self._type(step))
            else:
                choices = self._choices(step)
                while not choices:
                    assert tried, f"no pile shows the card: {step}"
                    last = tried.pop()
                    for _ in range(at - last.step):
                        self._hear_undo(self._type(self.language.undo))
                        yield
                    at, choices = last.step, last.others
                choice, *others = choices
                if others:
                    tried.append(Tried(at, others))
                self._hear_move(self._type(self._line(choice)))
            at += 1
            yield

    def _choices(self, step: str) -> list[tuple[Pile | Foundation, Pile | Foundation]]:
        """Where the card named lies, with where it is to go, in the listener's own picture."""
        card, _, onto = step.partition(f" {self.language.onto} ")
        sides = {self.language.up, self.language.down}.intersection(onto.split())
        destinations: list[Pile | Foundation]
        if sides:
            destinations = [self._foundation(sides.pop(), card)]
        else:
            destinations = [x for x in self._showing(onto) if isinstance(x, int)]
        return [(x, y) for x in self._showing(card) for y in destinations if x != y]

    def _showing(self, card: str) -> list[Pile | Foundation]:
        """The piles first: a base never leaves its foundation, and others seldom do."""
        places = [place for place, lies in self.picture.items() if lies.top == card]
        return sorted(
            (x for x in places if isinstance(x, int) or self.picture[x].height > 1),
            key=lambda x: not isinstance(x, int),
        )

    def _line(self, choice: tuple[Pile | Foundation, Pile | Foundation]) -> str:
        return " ".join(map(self._named, choice))

    def _named(self, place: Pile | Foundation) -> str:
        if isinstance(place, int):
            return str(place)
        up, suit = place
        return f"{'u' if up else 'd'}{'shdc'[self.language.suits.index(suit)]}"


def solution(language: str) -> list[str]:
    """A won game as card names: each card, and what it goes on."""
    t, spoken = load(language), SPOKEN[language]
    record = Record.parse((DATA / "won.crescent").read_text(encoding="utf-8"))
    game, told = Game(record.code), []
    for step in record.steps:
        action = getattr(step, "action", None)
        if not isinstance(action, Move):
            told.append(spoken.redeal)
        else:
            card, onto = (game.table.top(place) for place in action)
            assert card is not None
            assert onto is not None
            side = {"en": "the ascending foundation", "ro": "fundația ascendentă"}[language]
            if action.destination.is_pile:
                where = card_name(t, onto)
            elif action.destination.is_ascending:
                where = side
            else:
                where = side.replace("ascend", "descend")
            told.append(f"{card_name(t, card)} {spoken.onto} {where}")
        assert action is not None
        game.act(action)
    assert game.is_won
    return told


def seen(player: Player) -> dict[Pile | Foundation, Believed]:
    """The table as it is, in the listener's terms; for comparison only."""
    t = load(player.language)
    found: dict[Pile | Foundation, Believed] = {}
    for place, sight in zip(Place, player.game.table.view, strict=True):
        top = "" if sight.top is None else card_name(t, sight.top)
        key = place.number if place.is_pile else (place.is_ascending, suit_name(t, place.suit))
        found[key] = Believed(sight.count, top)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_won_by_a_listener(language: str) -> None:
    record = Record.parse((DATA / "won.crescent").read_text(encoding="utf-8"))
    player = Player(language, code=record.code)
    names = solution(language)
    assert not any(re.search(r"pile|stiva", name) for name in names)
    listener = Listener(SPOKEN[language], player.type)
    assert listener.picture == seen(player)
    for _ in listener.follow(names):
        assert listener.picture == seen(player)
    assert listener.has_won
    assert player.game.is_won
    # The table was asked for once; all else it knows from the answers.
    assert listener.typed.count(SPOKEN[language].table) == 1
    assert SPOKEN[language].undo in listener.typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_listener_would_notice_a_false_answer(language: str) -> None:
    """A pile that is told wrongly is found out at once: the proof can fail."""
    record = Record.parse((DATA / "won.crescent").read_text(encoding="utf-8"))
    player = Player(language, code=record.code)

    def deaf(line: str) -> str:
        return re.sub(r", 5 (cards|cărți)\.$", r", 4 \1.", player.type(line))

    with pytest.raises(AssertionError):
        for _ in Listener(SPOKEN[language], deaf).follow(solution(language)):
            pass


# How many words


LINES: dict[type[Action], str] = {Redeal: "redeal", Undo: "undo", Redo: "redo"}


def words(text: str) -> int:
    return len(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_takes_at_most_20_words_and_a_suit_45_over_50_games(language: str) -> None:
    suits = [suit_name(load(language), suit) for suit in Suit]
    moved: list[tuple[int, str]] = []
    last: list[tuple[int, str]] = []
    suited: list[tuple[int, str]] = []
    for number in range(50):
        player = Player(language, code=numbered(number))
        dice = random.Random(number)
        for _ in range(80):
            action = choose(player.game, dice.randrange(10_000))
            if action is None:
                break
            if isinstance(action, Move):
                answer = player.type(f"{action.source.code} {action.destination.code}")
                goes_on = next(legal_moves(player.game.table), None) is not None
                (moved if goes_on else last).append((words(answer), answer))
            else:
                player.type(LINES[type(action)])
            for suit in suits:
                answer = player.type(suit)
                suited.append((words(answer), answer))
    assert len(moved) > 1500
    assert max(moved)[0] <= 20, max(moved)
    assert max(suited)[0] <= 45, max(suited)
    # After the last move it is also said how the game stands.
    assert last
    assert max(last)[0] <= 32, max(last)
