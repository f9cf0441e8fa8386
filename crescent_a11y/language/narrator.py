"""What the game says while it is played, outcome first; it decides nothing and keeps nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from crescent_a11y.engine.cards import Card, Suit
from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Event, Game, Redone, Refusal, Undone
from crescent_a11y.engine.rules import Move, Moved, Redealt, legal_moves
from crescent_a11y.engine.table import FOUNDATION_SIZE, FOUNDATIONS, PILES, Place, Table
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Ambiguous,
    NoSuchPile,
    NotUnderstood,
    WhichCard,
    WhichSuit,
    shown_name,
)
from crescent_a11y.language.diagram import describe, describe_place
from crescent_a11y.language.manual import rule_behind
from crescent_a11y.language.printable import printable
from crescent_a11y.language.refusals import no_foundation, refused
from crescent_a11y.language.reports import bad_code
from crescent_a11y.language.spelling import braille_cells, spelled
from crescent_a11y.language.vocabulary import SPECS
from crescent_a11y.language.words import (
    CardNames,
    all_of,
    card_count,
    duration,
    hint_count,
    move_count,
    one_of,
    place_name,
    rank_name,
    redeal_count,
    redeals_left,
    sentence,
    suit_name,
    the_place,
    the_rank,
)


@dataclass(frozen=True, slots=True)
class Style:
    """How the player wants to hear the game.

    `verbosity` is "brief", "normal" or "full"; `codes` calls cards by their codes; `counts` says
    how many cards lie where a card was moved; `reasons` is the rules' "interactive rules": whether
    a refusal says why.
    """

    verbosity: str = "normal"
    codes: bool = False
    counts: bool = True
    reasons: bool = True


class Narrator:
    """Sentences of one language in one style."""

    def __init__(self, translator: Translator, style: Style, *, is_own: bool = True) -> None:
        """Without `is_own` the game is none of the player's, who isn't told to begin another."""
        self.t = translator
        self.style = style
        self._is_own = is_own
        self._cards = CardNames(translator, codes=style.codes)

    # Events

    def happened(self, event: Event, game: Game, turned: Collection[Place] = ()) -> str:
        """What an event did: which card went where, and what it uncovered.

        `turned` are the piles whose top card it turned over, where cards lie face down.
        """
        match event:
            case Moved():
                return self._played(event, game, turned)
            case Redone(move):
                return self._played(move, game, turned)
            case Undone(move):
                return self._undone(move)
            case Redealt():
                return self._redealt(event, game.table, turned)

    def _played(self, event: Moved, game: Game, turned: Collection[Place]) -> str:
        if self.style.verbosity == "brief":
            return self._briefly(event, is_turned=event.source in turned)
        said = [self._moved(event)]
        if event.uncovered is not None and event.source in turned:
            said.append(self._turned(event.uncovered, event.left))
        else:
            said.append(self._top(event.source, event.uncovered, event.left))
        if self.style.verbosity == "full":
            if event.destination.is_pile:
                count = card_count(self.t, event.height)
                text = self.t.gettext("Pile {number} now has {count}.")
                said.append(text.format(number=event.destination.number, count=count))
            said.append(self.t.gettext("Move {number}.").format(number=game.moves))
        return " ".join(said)

    def _briefly(self, event: Moved, *, is_turned: bool) -> str:
        t = self.t
        card = sentence(self._cards.name(event.card))
        if event.height == FOUNDATION_SIZE and not event.destination.is_pile:
            return f"{self._moved(event)} {self._top(event.source, event.uncovered, event.left)}"
        if event.destination.is_pile:
            where = place_name(t, event.destination)
        elif event.destination.is_ascending:
            where = t.gettext("ascending foundation")
        else:
            where = t.gettext("descending foundation")
        if event.uncovered is None:
            return t.gettext("{card}, {place}; pile {number} empty.").format(
                card=card, place=where, number=event.source.number
            )
        if is_turned:
            text = t.gettext("{card}, {place}; flips {uncovered}.")
        else:
            text = t.gettext("{card}, {place}; uncovers {uncovered}.")
        return text.format(card=card, place=where, uncovered=self._cards.name(event.uncovered))

    def _moved(self, event: Moved) -> str:
        t = self.t
        card = sentence(self._cards.name(event.card))
        if event.destination.is_pile:
            return t.gettext("{card} on {onto}, pile {number}.").format(
                card=card, onto=self._cards.name(event.onto), number=event.destination.number
            )
        if event.height == FOUNDATION_SIZE:
            if event.destination.is_ascending:
                return t.gettext("{card} completes the ascending foundation.").format(card=card)
            return t.gettext("{card} completes the descending foundation.").format(card=card)
        if not self.style.counts:
            if event.destination.is_ascending:
                return t.gettext("{card} on the ascending foundation.").format(card=card)
            return t.gettext("{card} on the descending foundation.").format(card=card)
        if event.destination.is_ascending:
            text = t.gettext("{card} on the ascending foundation, {count}.")
        else:
            text = t.gettext("{card} on the descending foundation, {count}.")
        return text.format(card=card, count=card_count(t, event.height))

    def _top(self, place: Place, top: Card | None, count: int) -> str:
        """What lies on a place now."""
        t = self.t
        if top is None:
            return t.gettext("Pile {number} is empty.").format(number=place.number)
        card = self._cards.name(top)
        if not self.style.counts:
            if place.is_pile:
                return t.gettext("Pile {number}: {card}.").format(number=place.number, card=card)
            if place.is_ascending:
                return t.gettext("Ascending foundation: {card}.").format(card=card)
            return t.gettext("Descending foundation: {card}.").format(card=card)
        if place.is_pile:
            return t.gettext("Pile {number}: {card}, {count}.").format(
                number=place.number, card=card, count=card_count(t, count)
            )
        if place.is_ascending:
            text = t.gettext("Ascending foundation: {card}, {count}.")
        else:
            text = t.gettext("Descending foundation: {card}, {count}.")
        return text.format(card=card, count=card_count(t, count))

    def _turned(self, card: Card, count: int) -> str:
        """The card that a move turned over, on the pile that it left."""
        t = self.t
        if not self.style.counts:
            return t.gettext("Turned over: {card}.").format(card=self._cards.name(card))
        return t.gettext("Turned over: {card}, {count}.").format(
            card=self._cards.name(card), count=card_count(t, count)
        )

    def _undone(self, move: Moved) -> str:
        t = self.t
        card = sentence(self._cards.name(move.card))
        if move.source.is_pile:
            back = t.gettext("{card} back on pile {number}.").format(
                card=card, number=move.source.number
            )
        elif move.source.is_ascending:
            back = t.gettext("{card} back on the ascending foundation.").format(card=card)
        else:
            back = t.gettext("{card} back on the descending foundation.").format(card=card)
        return f"{back} {self._top(move.destination, move.onto, move.height - 1)}"

    def undone(self, moves: Sequence[Moved], asked: int, table: Table) -> str:
        """Several moves taken back; says so where there were fewer than asked for."""
        t = self.t
        text = t.ngettext("{count} move taken back.", "{count} moves taken back.", len(moves))
        said = [text.format(count=len(moves))]
        if len(moves) < asked:
            said.append(t.gettext("No more can be undone."))
        touched = {place for move in moves for place in (move.source, move.destination)}
        said += [
            self._top(place, table.top(place), len(table.places[place]))
            for place in sorted(touched)
        ]
        return " ".join(said)

    def _redealt(self, event: Redealt, table: Table, turned: Collection[Place]) -> str:
        """A redeal with the tops that it brought up."""
        t = self.t
        if event.left and turned:
            text = t.ngettext(
                "Redealt face-up, {count} left.", "Redealt face-up, {count} left.", event.left
            )
        elif turned:
            text = t.gettext("Redealt face-up, for the last time.")
        elif event.left:
            text = t.ngettext("Redealt, {count} left.", "Redealt, {count} left.", event.left)
        else:
            text = t.gettext("Redealt, for the last time.")
        done = text.format(count=event.left)
        tops = [
            t.gettext("pile {number}: {card}").format(
                number=place.number, card=self._cards.name(table.places[place][-1])
            )
            for place in PILES
            if len(table.places[place]) > 1
        ]
        return f"{done} {sentence('; '.join(tops))}."

    def standing(self, game: Game, seconds: int, hints: int) -> str:
        """What must be said at once about how a game stands: won, blocked, or only a redeal left.

        Empty where the game simply goes on. `hints` were told in the player's own game.
        """
        t = self.t
        if game.is_won and not self._is_own:
            return t.gettext("The game is won, with {moves} in {time}.").format(
                moves=move_count(t, game.moves), time=duration(t, seconds)
            )
        if game.is_won:
            if hints:
                text = t.gettext(
                    "You won with {moves} and {hints}, in {time}. Type new for another game."
                )
            else:
                text = t.gettext("You won with {moves}, in {time}. Type new for another game.")
            return text.format(
                moves=move_count(t, game.moves),
                hints=hint_count(t, hints),
                time=duration(t, seconds),
            )
        if next(legal_moves(game.table), None) is not None:
            return ""
        if not game.is_blocked:
            return t.gettext("No move is left. Type redeal: {redeals}.").format(
                redeals=redeals_left(t, game.table.redeals)
            )
        if not self._is_own:
            return t.gettext("The game is blocked: no move is left.")
        if game.undoable:
            return t.gettext("The game is blocked: no move is left. Type undo, or new.")
        return t.gettext("The game is blocked: no move is left. Type new for another game.")

    # Refusals and lines that are not understood

    def refused(self, refusal: Refusal) -> str:
        """Why an action is refused, or just that it is."""
        if not self.style.reasons:
            return self.t.gettext("Refused.")
        return refused(self.t, refusal, self._cards)

    def no_foundation(self, card: Card, up: Card | None, down: Card | None) -> str:
        """Why a card goes on neither foundation, or just that it does not."""
        if not self.style.reasons:
            return self.t.gettext("Refused.")
        return no_foundation(self.t, self._cards, card, up, down)

    def not_understood(
        self, problem: NotUnderstood | Ambiguous | NoSuchPile | WhichSuit | WhichCard
    ) -> str:
        """What of a line was not understood, and what would be."""
        t = self.t
        match problem:
            case NotUnderstood(word, ()):
                return t.gettext("Not understood: {word}. Type help for the commands.").format(
                    word=printable(word)
                )
            case NotUnderstood(word, nearest):
                return t.gettext("Not understood: {word}. Did you mean {commands}?").format(
                    word=printable(word), commands=one_of(t, self._names(nearest))
                )
            case Ambiguous(word, commands):
                return t.gettext("{word} can be {commands}.").format(
                    word=sentence(printable(word)), commands=one_of(t, self._names(commands))
                )
            case NoSuchPile(word):
                return t.gettext("There is no pile {word}; the piles are 1 to 16.").format(
                    word=printable(word, 12)
                )
            case WhichSuit(rank):
                return t.gettext("{rank} of which suit?").format(rank=sentence(the_rank(t, rank)))
            case WhichCard():
                return t.gettext("Which card? Type two places, such as 10 14.")

    def _names(self, commands: Sequence[str]) -> list[str]:
        return [self._name(name) for name in commands]

    def _name(self, command: str) -> str:
        return next(shown_name(spec, self.t) for spec in SPECS if spec.name == command)

    def too_long(self) -> str:
        """The line is longer than any command."""
        return self.t.gettext("That line is too long. Type help for the commands.")

    def bad_code(self, text: str) -> str:
        """The text is no deal code."""
        return bad_code(self.t, text)

    def bad_number(self, text: str) -> str:
        """The text should be a small number."""
        return self.t.gettext("Not understood: {text}. A number from 1 to 100 is needed.").format(
            text=printable(text)
        )

    def unexpected(self, command: str, word: str) -> str:
        """A command is followed by a word that it does not take."""
        return self.t.gettext("Not understood: {word}, after {command}.").format(
            word=printable(word), command=self._name(command)
        )

    def which_suit(self) -> str:
        """No suit was named."""
        return self.t.gettext("Which suit? Spades, hearts, diamonds or clubs.")

    def which_card(self) -> str:
        """No card was named."""
        return self.t.gettext("Which card? Name it, such as 8 of hearts, or 8H.")

    def memory_is(self, on: bool) -> str:
        """Whether the game remembers what has lain open."""
        if on:
            return self.t.gettext("Memory on: the game remembers what has lain open.")
        return self.t.gettext("Memory off: only the top cards are told.")

    def why(
        self, refusal: Refusal, card: Card | None, places: Sequence[Place], table: Table
    ) -> str:
        """The rule behind a refusal, and where the card could go instead."""
        rule = rule_behind(self.t, refusal)
        if card is None:
            return rule or self.refused(refusal)
        if not places:
            instead = self.goes_nowhere(card)
        else:
            instead = self.t.gettext("{card} goes on {places}.").format(
                card=sentence(self._cards.the(card)),
                places=one_of(self.t, [self._named(place, table) for place in places]),
            )
        return f"{rule} {instead}".strip()

    def nothing_refused(self) -> str:
        """There is no refusal to explain."""
        return self.t.gettext("Nothing was refused.")

    def nothing_to_mend(self) -> str:
        """There is no word that was not understood."""
        return self.t.gettext("There is no word to put right.")

    def no_last_command(self) -> str:
        """There is no command to do again."""
        return self.t.gettext("There is no command to do again.")

    def alias_is(self, name: str, meaning: str, *, hides: bool) -> str:
        """An abbreviation of the player's own."""
        if hides:
            text = self.t.gettext("{name} now means {meaning}, and hides the command {name}.")
        else:
            text = self.t.gettext("{name} means {meaning}.")
        return text.format(name=printable(name), meaning=printable(meaning))

    def no_alias(self, name: str) -> str:
        """There is no such abbreviation."""
        return self.t.gettext("{name} has no meaning of yours.").format(name=printable(name))

    def alias_gone(self, name: str) -> str:
        """An abbreviation was taken back."""
        return self.t.gettext("{name} no longer has a meaning of yours.").format(
            name=printable(name)
        )

    def aliases(self, aliases: Mapping[str, str]) -> str:
        """All abbreviations of the player's own."""
        if not aliases:
            return self.t.gettext("You have none. Type, for example, alias r redeal.")
        return "\n".join(
            self.alias_is(name, meaning, hides=False) for name, meaning in sorted(aliases.items())
        )

    def how_to_alias(self) -> str:
        """How an abbreviation is made."""
        return self.t.gettext("Type alias, a word, and the command it stands for.")

    def empty(self) -> str:
        """Nothing was typed."""
        return self.t.gettext("Type a move, or help.")

    def which_pile(self) -> str:
        """A pile's number is missing."""
        return self.t.gettext("Which pile? The piles are 1 to 16.")

    # Choices

    def not_on_top(self, card: Card) -> str:
        """The card named is not on top of a pile."""
        return self.t.gettext("{card} is not on top of any pile.").format(
            card=sentence(self._cards.the(card))
        )

    def which(self, card: Card, places: Sequence[Place]) -> str:
        """The card named lies on several places: which one?"""
        return self.t.gettext("{card} lies on {places}. Which one?").format(
            card=sentence(self._cards.the(card)),
            places=all_of(self.t, [the_place(self.t, place) for place in places]),
        )

    def which_foundation(self, card: Card) -> str:
        """Both foundations of its suit take the card."""
        return self.t.gettext("Both foundations take {card}. Ascending or descending?").format(
            card=self._cards.the(card)
        )

    def selected(self, card: Card, places: Sequence[Place], table: Table) -> str:
        """A card that several places take: where to?"""
        return self.t.gettext("{card} goes on {places}. Where?").format(
            card=sentence(self._cards.the(card)),
            places=one_of(self.t, [self._named(place, table) for place in places]),
        )

    def _named(self, place: Place, table: Table) -> str:
        """A place that takes a card, told by the rank of its top card."""
        t = self.t
        top = table.top(place)
        if place.is_pile and top is not None:
            return t.gettext("{rank} of pile {number}").format(
                rank=the_rank(t, top.rank), number=place.number
            )
        if place.is_ascending:
            return t.gettext("the ascending foundation")
        return t.gettext("the descending foundation")

    def help_selected(self, card: Card) -> str:
        """What can be done while a card waits for its destination."""
        return self.t.gettext("{card} waits for its destination: type a place, or cancel.").format(
            card=sentence(self._cards.the(card))
        )

    def goes_nowhere(self, card: Card) -> str:
        """No place takes the card."""
        return self.t.gettext("No place takes {card}.").format(card=self._cards.the(card))

    def let_go(self, card: Card) -> str:
        """The selected card stays where it is."""
        return self.t.gettext("{card} stays.").format(card=sentence(self._cards.the(card)))

    def nothing_selected(self) -> str:
        """There is no selection to cancel."""
        return self.t.gettext("No card waits for a destination.")

    def not_an_answer(self) -> str:
        """What was typed is none of the places to choose from."""
        return self.t.gettext("That is none of them; nothing is moved.")

    # Questions

    def ask_redeal(self, game: Game) -> str:
        """Ask before a redeal ends undo."""
        return self.t.ngettext(
            "After a redeal {count} move cannot be undone any more. Redeal?",
            "After a redeal {count} moves cannot be undone any more. Redeal?",
            game.undoable,
        ).format(count=game.undoable)

    def ask_new(self, game: Game) -> str:
        """Ask before a game is left for another one."""
        return self.t.gettext("This game has {moves}. Leave it for a new one?").format(
            moves=move_count(self.t, game.moves)
        )

    def ask_restart(self, game: Game) -> str:
        """Ask before a game is begun again."""
        return self.t.gettext("This game has {moves}. Start it over?").format(
            moves=move_count(self.t, game.moves)
        )

    def not_done(self) -> str:
        """The player said no."""
        return self.t.gettext("Not done.")

    def yes_or_no(self) -> str:
        """The answer was neither yes nor no, and nothing is done."""
        return self.t.gettext("Neither yes nor no: not done.")

    # Prompts, each a word or two

    def prompt(self) -> str:
        """Asks for a command."""
        return self.t.pgettext("prompt", "Command:")

    def prompt_yes_no(self) -> str:
        """Asks for yes or no."""
        return self.t.pgettext("prompt", "Yes, no:")

    def prompt_place(self) -> str:
        """Asks for one of the places just named."""
        return self.t.pgettext("prompt", "Place:")

    # Braille

    def short(self, event: Event) -> str:
        """An event in at most 40 cells of letters, digits and blanks."""
        match event:
            case Moved() | Redone(Moved()):
                move = event if isinstance(event, Moved) else event.move
                shown = [self._short_card(move.card), self._short_place(move.destination)]
                shown.append(self._short_place(move.source))
                if move.uncovered is not None:
                    shown.append(self._short_card(move.uncovered))
                return braille_cells(" ".join(shown))
            case Undone(move):
                shown = [self._short_card(move.card), self._short_place(move.source)]
                return braille_cells(" ".join(shown))
            case Redealt(left):
                return braille_cells(redeals_left(self.t, left))

    def _short_card(self, card: Card) -> str:
        return f"{rank_name(self.t, card.rank)} {suit_name(self.t, card.suit)}"

    def _short_place(self, place: Place) -> str:
        t = self.t
        if place.is_pile:
            return t.pgettext("braille", "p{number}").format(number=place.number)
        if place.is_ascending:
            return t.pgettext("braille", "up")
        return t.pgettext("braille", "down")

    # Orientation

    def opening(self, game: Game, *, is_resumed: bool) -> str:
        """The first words of a game, or of one that goes on."""
        t = self.t
        first = (
            self.going_on(game)
            if is_resumed
            else t.gettext("Game {code}, {redeals}.").format(
                code=game.code, redeals=redeal_count(t, game.table.redeals)
            )
        )
        return " ".join((first, *self._variant(game.code.variant), self._how_to_begin()))

    def _variant(self, variant: Variant) -> tuple[str, ...]:
        """What is special about a variant; nothing about the traditional game."""
        match variant:
            case Variant.TRADITIONAL:
                return ()
            case Variant.FOUR:
                return (self.t.gettext("Crescent Four: a fourth redeal is allowed."),)
            case Variant.FACE_DOWN:
                return (self.t.gettext("Face-down: cards are turned over as they are uncovered."),)

    def _how_to_begin(self) -> str:
        return self.t.gettext("Type table to hear the cards, help for the commands.")

    def started_over(self, code: DealCode) -> str:
        """The same deal from its start."""
        return self.t.gettext("Game {code} from the start.").format(code=code)

    def table(self, table: Table) -> str:
        """The whole table."""
        return describe(self.t, table.view)

    def pile(self, place: Place, table: Table) -> str:
        """One pile."""
        return sentence(describe_place(self.t, place, table.view[place])) + "."

    def foundations(self, table: Table) -> str:
        """The tops of the foundations, those that go up, then those that go down."""
        t = self.t

        def tops(places: Sequence[Place]) -> str:
            return all_of(t, [self._foundation_top(place, table) for place in places])

        return t.gettext("Ascending: {up}. Descending: {down}.").format(
            up=tops(FOUNDATIONS[:4]), down=tops(FOUNDATIONS[4:])
        )

    def _foundation_top(self, place: Place, table: Table) -> str:
        t = self.t
        if table.wanted(place) is None:
            return t.gettext("{suit} complete").format(suit=suit_name(t, place.suit))
        return self._cards.name(table.places[place][-1])

    def some_moves(self, moves: Sequence[Move], table: Table) -> str:
        """Legal moves, a sentence a suit."""
        t = self.t
        by_suit: dict[Suit, list[str]] = {}
        for move in moves:
            card = table.places[move.source][-1]
            by_suit.setdefault(card.suit, []).append(self._move(card, move))
        if not by_suit:
            return t.gettext("There is no such move.")
        lines = [
            t.gettext("{suit}: {moves}.").format(
                suit=sentence(suit_name(t, suit)), moves="; ".join(by_suit[suit])
            )
            for suit in sorted(by_suit)
        ]
        return "\n".join(lines)

    def _move(self, card: Card, move: Move) -> str:
        """A possible move by its rank and places, the suit being said before."""
        t = self.t
        rank = rank_name(t, card.rank)
        source, destination = move
        if destination.is_pile:
            return t.gettext("{rank} from pile {source} to {destination}").format(
                rank=rank, source=source.number, destination=destination.number
            )
        if not source.is_pile:
            if destination.is_ascending:
                text = t.gettext("{rank} from the descending foundation to the ascending one")
            else:
                text = t.gettext("{rank} from the ascending foundation to the descending one")
            return text.format(rank=rank)
        if destination.is_ascending:
            text = t.gettext("{rank} from pile {source} to the ascending foundation")
        else:
            text = t.gettext("{rank} from pile {source} to the descending foundation")
        return text.format(rank=rank, source=source.number)

    def status(self, game: Game, seconds: int, hints: int) -> str:
        """The counters of a game; that of the hints where there were any."""
        t = self.t
        if hints:
            text = t.gettext(
                "{moves}, {redeals}, {time}, {hints}, {count} of 104 cards on the foundations."
            )
        else:
            text = t.gettext("{moves}, {redeals}, {time}, {count} of 104 cards on the foundations.")
        return text.format(
            moves=move_count(t, game.moves),
            redeals=redeals_left(t, game.table.redeals),
            time=duration(t, seconds),
            hints=hint_count(t, hints),
            count=game.table.foundation_cards,
        )

    def code(self, code: DealCode) -> str:
        """The deal code."""
        return self.t.gettext("Deal code {code}.").format(code=code)

    # The program itself

    def language_is(self) -> str:
        """The language is the one that this is said in."""
        return self.t.gettext("The language is English.")

    def which_language(self) -> str:
        """No known language was named."""
        return self.t.gettext("The languages are English, en, and Romanian, ro.")

    def reasons_are(self) -> str:
        """Whether refusals say why."""
        if self.style.reasons:
            return self.t.gettext("Reasons on: a refusal says why.")
        return self.t.gettext("Reasons off: a refusal is one word.")

    def confirm_is(self, on: bool) -> str:
        """Whether the game asks before something is lost."""
        if on:
            return self.t.gettext("Confirm on: redeal, new and restart ask first.")
        return self.t.gettext("Confirm off: redeal, new and restart do not ask.")

    def verbosity_is(self) -> str:
        """How much is said after a move."""
        match self.style.verbosity:
            case "brief":
                return self.t.gettext("Verbosity brief: the card, its place, what it uncovers.")
            case "full":
                return self.t.gettext("Verbosity full: also the pile it went to, and the move.")
            case _:
                return self.t.gettext("Verbosity normal.")

    def which_verbosity(self) -> str:
        """No known verbosity was named."""
        return self.t.gettext("Type verbosity brief, verbosity normal, or verbosity full.")

    def cards_are(self) -> str:
        """How cards are called."""
        if self.style.codes:
            return self.t.gettext("Cards by their codes, such as QS for the queen of spades.")
        return self.t.gettext("Cards in words.")

    def which_cards(self) -> str:
        """No known way to call cards was named."""
        return self.t.gettext("Type cards words, or cards codes.")

    def counts_are(self) -> str:
        """Whether counts are said after a move."""
        if self.style.counts:
            return self.t.gettext("Counts on: a move says how many cards lie there.")
        return self.t.gettext("Counts off.")

    def braille_line_is(self, on: bool) -> str:
        """Whether the prompt line holds the last short result."""
        if on:
            return self.t.gettext("Braille line on: the prompt begins with the last result.")
        return self.t.gettext("Braille line off.")

    def warnings_are(self, on: bool) -> str:
        """Whether it is said when the game can no longer be won."""
        if on:
            return self.t.gettext("Warnings on: a move says when the game can no longer be won.")
        return self.t.gettext("Warnings off.")

    def bad_setting(self, key: str, line: int, value: str) -> str:
        """A value in the file of the settings that cannot be."""
        return self.t.gettext("Settings, line {line}: {key} cannot be {value}; ignored.").format(
            line=line, key=printable(key), value=printable(value)
        )

    def settings_unreadable(self, line: int | None) -> str:
        """The file of the settings cannot be read."""
        if line is None:
            return self.t.gettext("The settings cannot be read; the usual ones are used.")
        return self.t.gettext(
            "The settings cannot be read from line {line} on; the usual ones are used."
        ).format(line=line)

    def settings_not_saved(self) -> str:
        """Settings hold for this session only."""
        return self.t.gettext("The settings cannot be saved; they hold until you quit.")

    def speech_is(self, on: bool) -> str:
        """Whether the program speaks itself."""
        if on:
            return self.t.gettext("Speech on: the game speaks by itself.")
        return self.t.gettext("Speech off.")

    def speech_test(self) -> str:
        """To be heard where speech works."""
        return self.t.gettext("This is the voice of the game.")

    def speech_offer(self) -> str:
        """What direct speech is for, in one sentence."""
        return self.t.gettext("If no screen reader reads this to you, type speech on.")

    def which_speech(self) -> str:
        """What can follow the command."""
        return self.t.gettext("Type speech on, speech off, or speech test.")

    def no_speech_output(self) -> str:
        """Nothing that can speak was found."""
        return self.t.gettext("Speech: no screen reader or voice was found.")

    def speech_failed(self) -> str:
        """The voice has gone."""
        return self.t.gettext("Speech has stopped working; the game goes on in text.")

    def speech_hangs(self) -> str:
        """The voice does not answer."""
        return self.t.gettext("Speech does not answer; the game goes on in text.")

    def silenced(self) -> str:
        """Speech was cut."""
        return self.t.gettext("Silent.")

    def spelled(self, code: DealCode) -> str:
        """The deal code letter by letter."""
        return spelled(self.t, str(code))

    def earlier(self, answers: Sequence[str]) -> str:
        """The last answers, the newest first."""
        return "\n".join(answers)

    def on_or_off(self, command: str) -> str:
        """A setting takes on or off."""
        return self.t.gettext("Type {command} on, or {command} off.").format(
            command=self._name(command)
        )

    def which_file(self) -> str:
        """A file's name is missing."""
        return self.t.gettext("Which file? Type its name after the command.")

    def log_begun(self, name: str) -> str:
        """The log of the game is being written."""
        return self.t.gettext("The log of this game is written to {name}.").format(
            name=printable(name, 500)
        )

    def log_lost(self, name: str) -> str:
        """The log cannot be written any more; the game goes on."""
        return self.t.gettext(
            "The log {name} cannot be written any more; the game goes on."
        ).format(name=printable(name))

    def going_on(self, game: Game) -> str:
        """A game that was kept goes on."""
        t = self.t
        return t.gettext("Game {code} goes on: {moves}, {redeals}.").format(
            code=game.code,
            moves=move_count(t, game.moves),
            redeals=redeals_left(t, game.table.redeals),
        )

    def paused(self) -> str:
        """The clock stands."""
        return self.t.gettext("Paused. The clock runs on with the next command.")

    def which_name(self) -> str:
        """A save's name is missing."""
        return self.t.gettext("Which name? Type it after the command.")

    def saved(self, name: str) -> str:
        """The game is kept under a name."""
        return self.t.gettext("Saved as {name}.").format(name=printable(name))

    def ask_replace(self, name: str) -> str:
        """Ask before a save is replaced."""
        return self.t.gettext("There is a save {name} already. Replace it?").format(
            name=printable(name)
        )

    def saves(self, names: Sequence[str]) -> str:
        """The names of the saves."""
        if not names:
            return self.t.gettext("There are no saves.")
        return self.t.gettext("Saves: {names}.").format(names=", ".join(map(printable, names)))

    def no_saves(self) -> str:
        """This session keeps nothing on the disk."""
        return self.t.gettext("Nothing is kept on the disk in this session.")

    def nothing_to_repeat(self) -> str:
        """Nothing was said yet."""
        return self.t.gettext("Nothing was said yet.")

    def to_leave(self) -> str:
        """How to end the program."""
        return self.t.gettext("To leave, type quit.")

    def goodbye(self) -> str:
        """The last words of the program."""
        return self.t.gettext("Goodbye.")
