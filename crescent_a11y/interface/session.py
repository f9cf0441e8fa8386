"""A session of play: a typed line in, an answer out; it reads and writes no terminal.

What is allowed it asks the engine, what is said the language layer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from crescent_a11y.engine.cards import Card
from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Action, Event, Game, Redo, Redone, Refusal, Undo, Undone
from crescent_a11y.engine.record import Claim, Step
from crescent_a11y.engine.rules import (
    GameOver,
    Move,
    Moved,
    Redeal,
    Redealt,
    foundation_moves,
    judge,
    moves_from,
)
from crescent_a11y.engine.table import Place, foundation
from crescent_a11y.interface.files import FileProblem, LogWriter, judge_file
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.settings import Problem, Settings
from crescent_a11y.interface.voice import Trouble
from crescent_a11y.language import manual, reports
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Empty,
    MoveTyped,
    NoSuchPile,
    Order,
    Parsed,
    Reader,
    Target,
    WhichCard,
    Zone,
)
from crescent_a11y.language.diagram import read as read_diagram
from crescent_a11y.language.narrator import Narrator, Style
from crescent_a11y.language.printable import printable
from crescent_a11y.language.spelling import braille_cells
from crescent_a11y.language.utterance import Utterance

LONGEST_LINE = 1000
"""The most characters that a typed line can have."""

ANSWERS_KEPT = 20
"""How many answers can be heard again."""


class Speaker(Protocol):
    """What a session needs of the voice: that it can be switched."""

    @property
    def is_on(self) -> bool:
        """Whether it speaks."""

    def switch_on(self) -> None:
        """Begin to speak; returns at once."""

    def switch_off(self) -> None:
        """Fall silent; returns at once."""


class NoSpeaker:
    """A voice where there is none; it is never on."""

    is_on = False

    def switch_on(self) -> None:
        """Do nothing."""

    def switch_off(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class _Question:
    """Yes or no is waited for; `do` is what yes does."""

    do: Callable[[], str]


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of several places is waited for; each does something."""

    card: Card
    options: Mapping[Place, Callable[[], str]]


@dataclass(frozen=True, slots=True)
class _Selection:
    """A card waits for its destination."""

    source: Place


class Session:
    """A player at the game, from the first answer to the last.

    `ended` is true once the player has quit. Nothing that is typed raises an exception.
    """

    def __init__(
        self,
        translators: Sequence[Translator],
        language: str,
        code: DealCode,
        *,
        clock: Callable[[], float],
        new_code: Callable[[], DealCode],
        settings: Settings | None = None,
        remember: Callable[[Mapping[str, object]], Failure | None] | None = None,
        speaker: Speaker | None = None,
        interactive: bool = False,
        log_name: str | None = None,
    ) -> None:
        """Begin with a deal.

        `clock` gives seconds that never go back, `new_code` the deal of a new game; `remember`
        saves settings that the player changes, or says why not; `interactive` says that a person
        can be asked for confirmation. Raises FileProblem where the log cannot be begun.
        """
        self._translators = {t.language: t for t in translators}
        self._reader = Reader(translators)
        self._read_view = partial(read_diagram, tuple(translators))
        self._language = language
        self._settings = settings or Settings()
        self._remember = remember or (lambda _: None)
        self._speaker = speaker or NoSpeaker()
        self._interactive = interactive
        self._clock = clock
        self._new_code = new_code
        self._waiting: _Question | _Choice | _Selection | None = None
        self._log: LogWriter | None = None
        self._answers: deque[str] = deque(maxlen=ANSWERS_KEPT)
        self._short = ""
        self._notices: list[str] = []
        self._is_forgetful = False  # whether it was said that settings cannot be saved
        self.ended = False
        self._orders: dict[str, Callable[[Order], str]] = {
            "redeal": self._order_redeal,
            "undo": self._order_undo,
            "redo": self._order_redo,
            "table": self._order_table,
            "pile": self._order_pile,
            "foundations": self._order_foundations,
            "moves": self._order_moves,
            "status": self._order_status,
            "new": self._order_new,
            "restart": self._order_restart,
            "code": self._order_code,
            "language": self._order_language,
            "repeat": self._order_repeat,
            "reasons": self._order_reasons,
            "confirm": self._order_confirm,
            "last": self._order_last,
            "spell": self._order_spell,
            "verbosity": self._order_verbosity,
            "cards": self._order_cards,
            "counts": self._order_counts,
            "speech": self._order_speech,
            "stop": self._order_stop,
            "braille": self._order_braille,
            "log": self._order_log,
            "verify": self._order_verify,
            "rules": self._order_rules,
            "help": self._order_help,
            "cancel": self._order_cancel,
            "quit": self._order_quit,
        }
        self._deal(code)
        if log_name is not None:
            self._log = LogWriter(log_name, code)

    # What a terminal needs

    @property
    def prompt(self) -> str:
        """The word that asks for the next line."""
        if isinstance(self._waiting, _Question):
            return f"{self._say.prompt_yes_no()} "
        prompt = self._say.prompt_place() if self._waiting else self._say.prompt()
        if self._settings.braille_line and self._answers:
            return f"{self._short or braille_cells(self._answers[-1])} {prompt} "
        return f"{prompt} "

    @property
    def asks(self) -> bool:
        """Whether yes or no is waited for: keys typed earlier are no answer to that."""
        return isinstance(self._waiting, _Question)

    def opening(self) -> Utterance:
        """The first words."""
        offer = ""
        if self._interactive and self._settings.speech == "ask":
            offer = self._say.speech_offer()
            self._change(speech="off")
        standing = self._say.standing(self.game, 0)
        return self._utter(_joined(self._say.opening(self.game), standing, offer))

    def to_leave(self) -> Utterance:
        """What to say when the player wants to break off."""
        self._waiting = None
        return self._utter(self._say.to_leave())

    def completions(self, before: str) -> list[str]:
        """The words that the last word of a line can become."""
        return self._reader.completions(before, self._language)

    def candidates(self, words: Sequence[str]) -> str:
        """Several completions, as they are said."""
        return ", ".join(words)

    def handle_line(self, line: str) -> Utterance:
        """Do what a line orders, and answer."""
        self._short = ""
        if len(line) > LONGEST_LINE:
            return self._utter(self._say.too_long())
        waiting = self._waiting
        if isinstance(waiting, _Question):
            return self._utter(self._answered(waiting, line))
        if isinstance(waiting, _Choice):
            answer = self._chosen(waiting, line)
            if answer is not None:
                return self._utter(answer)
        parsed = self._reader.parse(line, self._language)
        if isinstance(waiting, _Selection):
            answer = self._placed(waiting, parsed)
            if answer is not None:
                return self._utter(answer)
        silent = isinstance(parsed, Empty) or (isinstance(parsed, Order) and parsed.name == "stop")
        return self._utter(self._obey(parsed), is_silent=silent and waiting is None)

    def voice_trouble(self, trouble: Trouble) -> None:
        """Say with the next answer that the voice does not speak."""
        match trouble:
            case Trouble.NO_OUTPUT:
                self._notices.append(self._say.no_speech_output())
            case Trouble.FAILED:
                self._notices.append(self._say.speech_failed())
            case Trouble.HUNG:
                self._notices.append(self._say.speech_hangs())

    def settings_problem(self, problem: Problem) -> None:
        """Say with the next answer what is wrong in the file of the settings."""
        if isinstance(problem, Failure):
            self._notices.append(self._say.settings_unreadable(problem.line))
        else:
            self._notices.append(self._say.bad_setting(problem.key, problem.line, problem.value))

    def close(self) -> None:
        """Finish the log; called once, however the session ends. Raises FileProblem."""
        if self._log is not None:
            log, self._log = self._log, None
            log.close(*self._claims())

    # The game

    def _deal(self, code: DealCode) -> None:
        self.game = Game(code)
        self._steps: list[Step] = []
        self._started = self._clock()

    @property
    def seconds(self) -> int:
        """The time played, in whole seconds."""
        return max(0, int(self._clock() - self._started))

    @property
    def _say(self) -> Narrator:
        chosen = self._settings
        style = Style(
            verbosity=chosen.verbosity,
            codes=chosen.cards == "codes",
            counts=chosen.counts,
            reasons=chosen.reasons,
        )
        return Narrator(self._t, style)

    @property
    def _t(self) -> Translator:
        return self._translators[self._language]

    def _utter(self, text: str, *, is_silent: bool = False) -> Utterance:
        self._answers.append(text)
        short = self._short or braille_cells(text)
        text = "\n".join((text, *self._notices))
        self._notices.clear()
        return Utterance(text, self._language, short, is_silent)

    def _change(self, **changes: object) -> None:
        """Change settings, for this session and for the next ones."""
        self._settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        if self._remember(changes) is not None and not self._is_forgetful:
            self._is_forgetful = True
            self._notices.append(self._say.settings_not_saved())

    def _act(self, action: Action) -> tuple[Event | Refusal, str]:
        """Carry out an action and note it; the second part is what of the log must be said."""
        card = self.game.table.top(action.source) if isinstance(action, Move) else None
        answer = self.game.act(action)
        step: Step | None = None
        match answer:
            case Moved():
                step = Step(Move(answer.source, answer.destination), card, self.seconds)
            case Redone(move):
                step = Step(Move(move.source, move.destination), move.card, self.seconds)
            case Redealt():
                step = Step(Redeal(), None, self.seconds)
            case Undone():
                step = Step(Undo(), None, self.seconds)
            case _:
                return answer, ""
        self._steps.append(step)
        return answer, self._logged(step)

    def _logged(self, *items: Step | Claim) -> str:
        """Append to the log: empty, or the sentence that it is lost."""
        if self._log is None:
            return ""
        try:
            self._log.add(*items)
        except FileProblem as problem:
            self._log = None
            return self._say.log_lost(problem.name)
        return ""

    def _claims(self) -> tuple[Claim, ...]:
        game = self.game
        return (
            Claim("result", game.result),
            Claim("moves", game.moves),
            Claim("redeals", game.redeals),
            Claim("time", max(self.seconds, self._steps[-1].seconds or 0 if self._steps else 0)),
        )

    def _play(self, action: Action) -> str:
        """Carry out an action and say what came of it."""
        answer, lost = self._act(action)
        self._waiting = None
        if not isinstance(answer, Moved | Redealt | Undone | Redone):
            return self._say.refused(answer)
        said = self._say.happened(answer, self.game)
        self._short = self._say.short(answer)
        return _joined(said, self._say.standing(self.game, self.seconds), lost)

    # Lines

    def _obey(self, parsed: Parsed) -> str:
        match parsed:
            case Empty():
                if self._waiting is not None:
                    return self._order_cancel(Order("cancel"))
                return self._say.empty()
            case MoveTyped(source, destination):
                return self._move(source, destination)
            case Order(name):
                return self._orders[name](parsed)
            case _:
                return self._say.not_understood(parsed)

    def _answered(self, question: _Question, line: str) -> str:
        self._waiting = None
        answer = self._reader.answer(line)
        if answer is None:
            return self._say.yes_or_no()
        return question.do() if answer else self._say.not_done()

    def _chosen(self, choice: _Choice, line: str) -> str | None:
        """The answer to a choice; None where the line is a command of its own."""
        target: Target | None = self._reader.place(line)
        side = self._reader.side(line)
        if side is not None:
            target = foundation(choice.card.suit, ascending=side)
        if isinstance(target, Place):
            if target in choice.options:
                self._waiting = None
                return choice.options[target]()
            self._waiting = None
            return self._say.not_an_answer()
        return None

    def _placed(self, selection: _Selection, parsed: Parsed) -> str | None:
        """A selected card goes to the place named; None where the line is something else."""
        if isinstance(parsed, MoveTyped) and parsed.destination is None:
            return self._move(selection.source, parsed.source)
        return None

    # Moves

    def _move(self, source: Target, destination: Target | None) -> str:
        if isinstance(source, Zone) and destination is None:
            return self._say.foundations(self.game.table)
        if self.game.is_won:
            return self._say.refused(GameOver())
        if isinstance(source, Zone):
            return self._say.not_understood(WhichCard())
        sources = self._lying(source)
        if not sources:
            assert isinstance(source, Card)  # noqa: S101 - a place lies on itself
            return self._say.not_on_top(source)
        if destination is None:
            return self._pick(sources, self._move_alone)
        moves = [move for place in sources for move in self._moves(place, destination)]
        if not moves:
            assert isinstance(destination, Card)  # noqa: S101 - see above
            return self._say.not_on_top(destination)
        allowed = [move for move in moves if judge(self.game.table, move) is None]
        if len(allowed) <= 1:
            return self._one_move(allowed, moves, destination)
        return self._pick(
            list(dict.fromkeys(move.source for move in allowed)),
            lambda place: self._pick_destination([m for m in allowed if m.source == place]),
        )

    def _one_move(self, allowed: list[Move], moves: list[Move], destination: Target) -> str:
        """Play the only allowed move, or say why none is."""
        if allowed:
            return self._play(allowed[0])
        table = self.game.table
        card = table.top(moves[0].source)
        both = isinstance(destination, Zone) and len(moves) == 2
        if both and card is not None and moves[0].source == moves[1].source:
            up, down = (table.wanted(move.destination) for move in moves)
            return self._say.no_foundation(card, up, down)
        return self._play(moves[0])

    def _lying(self, target: Place | Card) -> list[Place]:
        """The places that a target names: itself, or all whose top card it is."""
        if isinstance(target, Place):
            return [target]
        return [place for place in Place if self.game.table.top(place) == target]

    def _moves(self, source: Place, destination: Target) -> list[Move]:
        if not isinstance(destination, Zone):
            return [Move(source, place) for place in self._lying(destination)]
        suit = destination.suit
        top = self.game.table.top(source)
        if suit is None or top is None or top.suit == suit:
            return list(foundation_moves(self.game.table, source))
        return [Move(source, foundation(suit, ascending=True))]

    def _pick(self, places: list[Place], do: Callable[[Place], str]) -> str:
        """Do something with a place, or ask which of several that have the same top card."""
        if len(places) > 1:
            # A base never moves: it lies there, but is not what the player can mean.
            movable = [place for place in places if self._can_leave(place)]
            places = movable or places
        if len(places) == 1:
            return do(places[0])
        card = self.game.table.top(places[0])
        assert card is not None  # noqa: S101 - several places are named by their card only
        self._waiting = _Choice(card, {place: partial(do, place) for place in places})
        return self._say.which(card, places)

    def _can_leave(self, place: Place) -> bool:
        return place.is_pile or len(self.game.table.places[place]) > 1

    def _pick_destination(self, moves: list[Move]) -> str:
        if len(moves) == 1:
            return self._play(moves[0])
        table = self.game.table
        card = table.places[moves[0].source][-1]
        options = {move.destination: partial(self._play, move) for move in moves}
        self._waiting = _Choice(card, options)
        if not any(place.is_pile for place in options):
            return self._say.which_foundation(card)
        top = table.places[moves[0].destination][-1]
        return self._say.which(top, list(options))

    def _move_alone(self, source: Place) -> str:
        """Move a card where only one place takes it, or select it."""
        table = self.game.table
        card = table.top(source)
        destinations = [move.destination for move in moves_from(table, source)]
        if len(destinations) == 1:
            return self._play(Move(source, destinations[0]))
        if card is None or not self._can_leave(source):
            # The refusal is the same for every destination.
            other = Place.P1 if source != Place.P1 else Place.P2
            return self._play(Move(source, other))
        if not destinations:
            self._waiting = None
            return self._say.goes_nowhere(card)
        self._waiting = _Selection(source)
        return self._say.selected(card, destinations, table)

    # Commands that change the game

    def _ask(self, lossy: bool, question: str, do: Callable[[], str]) -> str:
        self._waiting = None
        if not (lossy and self._settings.confirm and self._interactive):
            return do()
        self._waiting = _Question(do)
        return question

    def _order_redeal(self, order: Order) -> str:
        if order.words:
            return self._unexpected(order)
        refusal = judge(self.game.table, Redeal())
        if refusal is not None:
            return self._say.refused(refusal)
        question = self._say.ask_redeal(self.game) if self.game.undoable else ""
        return self._ask(bool(question), question, lambda: self._play(Redeal()))

    def _order_undo(self, order: Order) -> str:
        if len(order.words) > 1:
            return self._unexpected(order, 1)
        count = _number(order.words[0], 100) if order.words else 1
        if count is None:
            return self._say.bad_number(order.rest)
        if count == 1 or self.game.is_won or not self.game.undoable:
            return self._play(Undo())
        self._waiting = None
        taken: list[Moved] = []
        lost = ""
        while len(taken) < count:
            answer, trouble = self._act(Undo())
            lost = lost or trouble
            if not isinstance(answer, Undone):
                break
            taken.append(answer.move)
        said = self._say.undone(taken, count, self.game.table)
        return _joined(said, self._say.standing(self.game, self.seconds), lost)

    def _order_redo(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._play(Redo())

    def _order_new(self, order: Order) -> str:
        code = self._new_code()
        if order.rest:
            try:
                code = DealCode.parse(order.rest)
            except ValueError:
                return self._say.bad_code(order.rest)
        lossy = bool(self._steps) and not self.game.is_won
        return self._ask(lossy, self._say.ask_new(self.game), lambda: self._begin(code))

    def _order_restart(self, order: Order) -> str:
        if order.words:
            return self._unexpected(order)
        lossy = bool(self._steps) and not self.game.is_won
        code = self.game.code

        def begin() -> str:
            lost = self._leave()
            self._deal(code)
            return _joined(self._say.started_over(code), lost)

        return self._ask(lossy, self._say.ask_restart(self.game), begin)

    def _begin(self, code: DealCode) -> str:
        lost = self._leave()
        self._deal(code)
        return _joined(self._say.opening(self.game), self._say.standing(self.game, 0), lost)

    def _leave(self) -> str:
        """Finish what belongs to the present game: its log ends with its claims."""
        try:
            self.close()
        except FileProblem as problem:
            return self._say.log_lost(problem.name)
        return ""

    # Commands that only tell

    def _order_table(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.table(self.game.table)

    def _order_foundations(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.foundations(self.game.table)

    def _order_pile(self, order: Order) -> str:
        if not order.words:
            return self._say.which_pile()
        target = self._reader.place(order.rest)
        if isinstance(target, Place) and target.is_pile:
            return self._say.pile(target, self.game.table)
        return self._say.not_understood(NoSuchPile(order.rest))

    def _order_moves(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.moves(self.game, self.seconds)

    def _order_status(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.status(self.game, self.seconds)

    def _order_code(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.code(self.game.code)

    def _order_repeat(self, order: Order) -> str:
        if order.words:
            return self._unexpected(order)
        return self._answers.pop() if self._answers else self._say.nothing_to_repeat()

    def _order_last(self, order: Order) -> str:
        count = _number(order.rest, ANSWERS_KEPT) if order.words else 1
        if count is None:
            return self._say.bad_number(order.rest)
        if not self._answers:
            return self._say.nothing_to_repeat()
        return self._say.earlier([*self._answers][: -count - 1 : -1])

    def _order_spell(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.spelled(self.game.code)

    def _order_help(self, order: Order) -> str:
        if not order.words:
            return manual.help_text(self._t)
        topic = self._reader.topic(order.words, self._language)
        if topic is None:
            return manual.no_such_topic(self._t, printable(order.rest))
        return manual.command_help(self._t, topic)

    def _order_rules(self, order: Order) -> str:
        if not order.words:
            return manual.rules_text(self._t, None)
        section = _number(order.rest, len(manual.rules_sections(self._t)))
        if section is None:
            return manual.no_such_section(self._t)
        return manual.rules_text(self._t, section)

    # Settings

    def _order_language(self, order: Order) -> str:
        language = self._reader.language(order.rest) if order.words else None
        if language is None:
            return self._say.which_language()
        self._language = language
        self._change(language=language)
        return self._say.language_is()

    def _order_reasons(self, order: Order) -> str:
        on = self._reader.switch(order.rest)
        if on is None:
            return self._say.on_or_off("reasons")
        self._change(reasons=on)
        return self._say.reasons_are(on)

    def _order_confirm(self, order: Order) -> str:
        on = self._reader.switch(order.rest)
        if on is None:
            return self._say.on_or_off("confirm")
        self._change(confirm=on)
        return self._say.confirm_is(on)

    def _order_counts(self, order: Order) -> str:
        on = self._reader.switch(order.rest)
        if on is None:
            return self._say.on_or_off("counts")
        self._change(counts=on)
        return self._say.counts_are()

    def _order_braille(self, order: Order) -> str:
        on = self._reader.switch(order.words[-1]) if order.words else None
        if on is None:
            return self._say.on_or_off("braille")
        self._change(braille_line=on)
        return self._say.braille_line_is(on)

    def _order_verbosity(self, order: Order) -> str:
        choice = self._reader.choice(order.rest, ("brief", "normal", "full"))
        if choice is None:
            return self._say.which_verbosity()
        self._change(verbosity=choice)
        return self._say.verbosity_is()

    def _order_cards(self, order: Order) -> str:
        choice = self._reader.choice(order.rest, ("words", "codes"))
        if choice is None:
            return self._say.which_cards()
        self._change(cards=choice)
        return self._say.cards_are()

    def _order_speech(self, order: Order) -> str:
        if self._reader.choice(order.rest, ("test",)):
            return self._say.speech_test() if self._speaker.is_on else self._say.speech_is(False)
        on = self._reader.switch(order.rest)
        if on is None:
            return self._say.which_speech()
        self._change(speech="on" if on else "off")
        if on:
            self._speaker.switch_on()
        else:
            self._speaker.switch_off()
        return self._say.speech_is(on)

    def _order_stop(self, order: Order) -> str:
        return self._unexpected(order) if order.words else self._say.silenced()

    # Files

    def _order_log(self, order: Order) -> str:
        if not order.rest:
            return self._say.which_file()
        name = _unquoted(order.rest)
        try:
            log = LogWriter(name, self.game.code)
            log.add(*self._steps)
        except FileProblem as problem:
            return reports.file_trouble(self._t, problem.name, problem.trouble)
        lost = self._leave()
        self._log = log
        return _joined(self._say.log_begun(name), lost)

    def _order_verify(self, order: Order) -> str:
        if not order.rest:
            return self._say.which_file()
        name = _unquoted(order.rest)
        try:
            report = judge_file(name, self._read_view)
        except FileProblem as problem:
            return reports.file_trouble(self._t, problem.name, problem.trouble)
        return reports.spoken_verdict(self._t, report)

    # The rest

    def _order_cancel(self, order: Order) -> str:
        if order.words:
            return self._unexpected(order)
        waiting, self._waiting = self._waiting, None
        match waiting:
            case _Selection(source):
                return self._say.let_go(self.game.table.places[source][-1])
            case _Choice():
                return self._say.not_done()
            case _:
                return self._say.nothing_selected()

    def _order_quit(self, order: Order) -> str:
        if order.words:
            return self._unexpected(order)
        self.ended = True
        return self._say.goodbye()

    def _unexpected(self, order: Order, after: int = 0) -> str:
        return self._say.unexpected(order.name, order.rest.split()[after])


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _number(word: str, last: int) -> int | None:
    """A whole number from 1 to `last` in ASCII digits, or None."""
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        return None
    return int(word) if 1 <= int(word) <= last else None


def _unquoted(name: str) -> str:
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        return name[1:-1]
    return name
