"""A session of play: a typed line in, an answer out; it reads and writes no terminal.

What is allowed it asks the engine, what is said the language layer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from crescent_a11y.engine.cards import Card, Rank
from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Action, Game, Redo, Redone, Refusal, Undo, Undone
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
from crescent_a11y.interface.advice import Advice, Waiting
from crescent_a11y.interface.context import Context, Handler, Remember, joined, number
from crescent_a11y.interface.files import LogWriter
from crescent_a11y.interface.journal import Opened
from crescent_a11y.interface.lesson import Lesson
from crescent_a11y.interface.mode import Mode
from crescent_a11y.interface.papers import Archive, Papers
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Keeper, Play, Recollection
from crescent_a11y.interface.settings import Problem, Settings
from crescent_a11y.interface.telling import Telling
from crescent_a11y.interface.tuning import NoSpeaker, Speaker, Tuning
from crescent_a11y.interface.voice import Trouble
from crescent_a11y.interface.walk import Walk
from crescent_a11y.language import troubles
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Empty,
    MoveTyped,
    NotUnderstood,
    Order,
    Parsed,
    Target,
    WhichCard,
    WhichSuit,
    Zone,
)
from crescent_a11y.language.fold import fold
from crescent_a11y.language.spelling import braille_cells
from crescent_a11y.language.utterance import Utterance

LONGEST_LINE = 1000
"""The most characters that a typed line can have."""

PROMPT_WIDTH = 8
"""The columns of the longest prompt."""

ANSWERS_KEPT = 20
"""How many answers can be heard again."""


_VARIANTS = {variant.value for variant in Variant}


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
        code: DealCode | None = None,
        *,
        clock: Callable[[], float],
        new_code: Callable[[], DealCode],
        settings: Settings | None = None,
        remember: Remember = lambda _: None,
        speaker: Speaker | None = None,
        keeper: Keeper | None = None,
        archive: Archive | None = None,
        opened: Opened | None = None,
        recollection: Recollection | None = None,
        waiting: Waiting | None = None,
        interactive: bool = False,
        log_name: str | None = None,
    ) -> None:
        """Begin with a deal, or without one go on with the game that was `opened`, if any.

        `clock` gives seconds that never go back, `new_code` the deal of a new game; `remember`
        saves settings that the player changes, or says why not; `keeper` keeps the game, and
        `archive` knows the saves; `recollection` is what happened in the opened game so far;
        `waiting` is how a long search talks to the player; `interactive` says that a person can be
        asked for confirmation. Raises FileProblem where the log cannot be begun.
        """
        play = Play(clock=clock, keeper=keeper)
        self._context = Context(
            translators, language, play, settings or Settings(), remember, can_ask=interactive
        )
        self._new_code = new_code
        self._waiting: _Question | _Choice | _Selection | None = None
        self._answers: deque[str] = deque(maxlen=ANSWERS_KEPT)
        self._short = ""
        self._mode: Mode | None = None  # a lesson or the replay of a log, which has its own play
        self._done: MoveTyped | Order | None = None  # the last command
        self._suitless: Rank | None = None  # a rank was named, and its suit is asked for
        self._misread: tuple[str, str] | None = None  # a line and its word not understood
        self._refused: tuple[Refusal, Place | None] | None = None  # with the card's place
        self.ended = False
        plain = self._context.plain
        telling = Telling(self._context).handlers()
        self._tell_help = telling.pop("help")
        self._advice = Advice(self._context, self.ask, self._play, waiting or Waiting(clock))
        self._orders: dict[str, Handler] = {
            "redeal": plain(self._redeal),
            "undo": self._undo,
            "redo": plain(lambda: self._play(Redo())),
            "new": self._new,
            "restart": plain(self._restart),
            "pause": plain(self._pause),
            "repeat": plain(self._repeat),
            "why": plain(self._why),
            "again": plain(self._again),
            "oops": self._oops,
            "last": self._last,
            "help": self._help,
            "cancel": plain(self._cancel),
            "quit": plain(self._quit),
            **telling,
            **self._advice.handlers(),
            **Tuning(self._context, speaker or NoSpeaker()).handlers(),
            **Papers(self._context, archive, self.ask).handlers(),
            **Lesson(self._context, self, clock).handlers(),
            **Walk(self._context, self, translators).handlers(),
        }
        self._is_resumed = False
        if opened is not None:
            self._tell_opened(opened)
        if code is None and opened is not None and opened.game is not None:
            play.go_on(opened.game, recollection or Recollection(), opened.seconds, opened.hints)
            self._is_resumed = True
            if log_name is not None:
                play.start_log(log_name)
        else:
            code = code or new_code()
            # A log that cannot be begun must not end the game that was kept.
            log = None if log_name is None else LogWriter(log_name, code)
            self._keep_opened(opened, archive)
            play.begin(code)
            play.take_log(log)

    # What a terminal needs

    @property
    def own(self) -> Play:
        """The player's own game, with all that is kept of it."""
        return self._context.own

    @property
    def play(self) -> Play:
        """The game that lines are about: the player's own, or that of a lesson or of a log."""
        return self._context.play

    @property
    def game(self) -> Game:
        """The game that lines are about."""
        return self.play.game

    @property
    def prompt(self) -> str:
        """The word that asks for the next line, with a blank after it."""
        say = self._context.say
        if isinstance(self._waiting, _Question):
            return _padded(say.prompt_yes_no())
        ordinary = say.prompt() if self._mode is None else self._mode.prompt
        prompt = say.prompt_place() if self._waiting else ordinary
        if self._context.settings.braille_line and self._answers:
            return f"{self._short or braille_cells(self._answers[-1])} {prompt} "
        return _padded(prompt)

    @property
    def asks(self) -> bool:
        """Whether yes or no is waited for: keys typed earlier are no answer to that."""
        return isinstance(self._waiting, _Question)

    def opening(self) -> Utterance:
        """The first words."""
        context, play = self._context, self.play
        offer = ""
        if context.can_ask and context.settings.speech == "ask":
            offer = context.say.speech_offer()
            context.change(speech="off")
        first = context.say.opening(play.game, is_resumed=self._is_resumed)
        return self._utter(joined(first, context.standing(), offer))

    def to_leave(self) -> Utterance:
        """What to say when the player wants to break off."""
        self._waiting = None
        return self._utter(self._context.say.to_leave())

    def completions(self, before: str) -> list[str]:
        """The words that the last word of a line can become."""
        return self._context.reader.completions(before, self._context.language)

    def candidates(self, words: Sequence[str]) -> str:
        """Several completions, as they are said."""
        return f"{', '.join(words)}."

    def handle_line(self, line: str) -> Utterance:
        """Do what a line orders, and answer."""
        self._short = ""
        self.play.resume()
        if len(line) > LONGEST_LINE:
            return self._utter(self._context.say.too_long())
        mode = self._mode
        text, is_silent = self._answer(line)
        if mode is not None and mode is self._mode:
            text = mode.after(text)
        return self._utter(text, is_silent=is_silent)

    def _answer(self, line: str) -> tuple[str, bool]:
        """The answer to a line, and whether it is only shown."""
        waiting = self._waiting
        if isinstance(waiting, _Question):
            return self._answered(waiting, line), False
        answer = None
        if isinstance(waiting, _Choice):
            answer = self._chosen(waiting, line)
        elif self._mode is not None and waiting is None:
            answer = self._mode.wish(self._meant(line))
        if answer is not None:
            return answer, False
        rank, self._suitless = self._suitless, None
        suit = self._context.reader.suit(line) if rank is not None else None
        if rank is not None and suit is not None:
            return self._obey(MoveTyped(Card(rank, suit), None)), False
        parsed = self._parse(line)
        if isinstance(waiting, _Selection):
            answer = self._placed(waiting, parsed)
            if answer is not None:
                return answer, False
        silent = isinstance(parsed, Empty) or (isinstance(parsed, Order) and parsed.name == "stop")
        return self._obey(parsed), silent and waiting is None

    def voice_trouble(self, trouble: Trouble) -> None:
        """Say with the next answer that the voice does not speak."""
        say, notices = self._context.say, self._context.notices
        match trouble:
            case Trouble.NO_OUTPUT:
                notices.append(say.no_speech_output())
            case Trouble.FAILED:
                notices.append(say.speech_failed())
            case Trouble.HUNG:
                notices.append(say.speech_hangs())

    def settings_problem(self, problem: Problem) -> None:
        """Say with the next answer what is wrong in the file of the settings."""
        say, notices = self._context.say, self._context.notices
        if isinstance(problem, Failure):
            notices.append(say.settings_unreadable(problem.line))
        else:
            notices.append(say.bad_setting(problem.key, problem.line, problem.value))

    def statistics_problem(self, failure: Failure) -> None:
        """Say with the next answer that the statistics cannot be written."""
        kind = failure.kind
        self._context.notices.append(troubles.not_counted(self._context.t, kind))

    def close(self) -> str:
        """Finish the log; called once, however the session ends. Gives what has to be said."""
        self.own.end_log()
        self._context.gather_troubles()
        return "\n".join(self._context.notices)

    # Lessons and replays

    def enter(self, mode: Mode) -> None:
        """Let a mode take the lines; the player's own game waits as it is."""
        self.own.halt()
        self._look_at(mode.play)
        self._mode = mode

    def leave(self) -> str:
        """Go back to the player's own game, and say how it stands."""
        self._look_at(self.own)
        self._mode = None
        self.own.resume()
        return joined(self._context.say.going_on(self.own.game), self._context.standing())

    def _look_at(self, play: Play) -> None:
        self._context.play = play
        self._waiting = self._misread = self._refused = None

    # Answers

    def _utter(self, text: str, *, is_silent: bool = False) -> Utterance:
        self._context.gather_troubles()
        self._answers.append(text)
        short = self._short or braille_cells(text)
        text = "\n".join((text, *self._context.notices))
        self._context.notices.clear()
        return Utterance(text, self._context.language, short, is_silent)

    def _tell_opened(self, opened: Opened) -> None:
        t, notices = self._context.t, self._context.notices
        if opened.obstacle is not None:
            notices.append(troubles.obstacle_text(t, opened.obstacle))
        if opened.damage is not None:
            notices.append(troubles.damaged(t, opened.damage.line))
        notices += [troubles.kept_as(t, name) for name in opened.kept]
        if opened.failure is not None:
            notices.append(troubles.not_kept(t, opened.failure.kind))

    def _keep_opened(self, opened: Opened | None, archive: Archive | None) -> None:
        """Make a save of the game that was kept, since another one was asked for."""
        game = opened.game if opened is not None else None
        if opened is None or game is None or archive is None or not (game.moves or game.redeals):
            return
        name = str(game.code)
        if archive.save(name, seconds=opened.seconds, replace=True) is None:
            self._context.notices.append(troubles.kept_as(self._context.t, name))

    def ask(self, question: str, do: Callable[[], str], *, lossy: bool = True) -> str:
        """Ask a person before something is lost; where nothing is, or nobody, just do it."""
        self._waiting = None
        if not (lossy and self._context.settings.confirm and self._context.can_ask):
            return do()
        self._waiting = _Question(do)
        return question

    def _play(self, action: Action) -> str:
        """Carry out an action and say what came of it."""
        answer = self.play.act(action)
        self._waiting = None
        say, game = self._context.say, self.play.game
        if not isinstance(answer, Moved | Redealt | Undone | Redone):
            self._refused = answer, action.source if isinstance(action, Move) else None
            return say.refused(answer)
        self._short = say.short(answer)
        happened = say.happened(answer, game, self.play.turned)
        return joined(happened, self._context.standing(), self._advice.after(answer))

    # Lines

    def _meant(self, line: str) -> str:
        """A line with the player's own abbreviation resolved."""
        words = line.split(maxsplit=1)
        meaning = self._context.settings.aliases.get(fold(words[0])) if words else None
        return line if meaning is None else " ".join((meaning, *words[1:]))

    def _parse(self, line: str) -> Parsed:
        """What a line orders, the player's own abbreviations resolved; noted for again and oops."""
        line = self._meant(line)
        parsed = self._context.reader.parse(line, self._context.language)
        if isinstance(parsed, NotUnderstood):
            self._misread = line, parsed.word
        elif isinstance(parsed, MoveTyped) or (
            isinstance(parsed, Order) and parsed.name not in ("again", "oops")
        ):
            self._done = parsed
        return parsed

    def _obey(self, parsed: Parsed) -> str:
        instead = None if self._mode is None else self._mode.instead(parsed)
        if instead is not None:
            return instead
        match parsed:
            case Empty():
                return self._cancel() if self._waiting is not None else self._context.say.empty()
            case MoveTyped(source, destination):
                return self._move(source, destination)
            case Order(name):
                return self._orders[name](parsed)
            case WhichSuit(rank):
                self._suitless = rank
                return self._context.say.not_understood(parsed)
            case _:
                return self._context.say.not_understood(parsed)

    def _answered(self, question: _Question, line: str) -> str:
        self._waiting = None
        answer = self._context.reader.answer(line)
        if answer is None:
            return self._context.say.yes_or_no()
        return question.do() if answer else self._context.say.not_done()

    def _chosen(self, choice: _Choice, line: str) -> str | None:
        """The answer to a choice; None where the line is a command of its own."""
        target: Target | None = self._context.reader.place(line)
        side = self._context.reader.side(line)
        if side is not None:
            target = foundation(choice.card.suit, ascending=side)
        if not isinstance(target, Place):
            return None
        self._waiting = None
        if target in choice.options:
            return choice.options[target]()
        return self._context.say.not_an_answer()

    def _placed(self, selection: _Selection, parsed: Parsed) -> str | None:
        """A selected card goes to the place named; None where the line is something else."""
        if isinstance(parsed, MoveTyped) and parsed.destination is None:
            return self._move(selection.source, parsed.source)
        return None

    # Moves

    def _move(self, source: Target, destination: Target | None) -> str:
        if isinstance(source, Zone) and destination is None:
            return self._context.say.foundations(self.play.game.table)
        if self.play.game.is_won:
            return self._context.say.refused(GameOver())
        if isinstance(source, Zone):
            return self._context.say.not_understood(WhichCard())
        sources = self._lying(source)
        if not sources:
            assert isinstance(source, Card)  # noqa: S101 - a place lies on itself
            return self._context.say.not_on_top(source)
        if destination is None:
            return self._pick(sources, self._move_alone)
        moves = [move for place in sources for move in self._moves(place, destination)]
        if not moves:
            assert isinstance(destination, Card)  # noqa: S101 - see above
            return self._context.say.not_on_top(destination)
        allowed = [move for move in moves if judge(self.play.game.table, move) is None]
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
        table = self.play.game.table
        card = table.top(moves[0].source)
        both = isinstance(destination, Zone) and len(moves) == 2
        if both and card is not None and moves[0].source == moves[1].source:
            refusal = judge(table, moves[0])
            if refusal is not None:
                self._refused = refusal, moves[0].source
            up, down = (table.wanted(move.destination) for move in moves)
            return self._context.say.no_foundation(card, up, down)
        return self._play(moves[0])

    def _lying(self, target: Place | Card) -> list[Place]:
        """The places that a target names: itself, or all whose top card it is."""
        if isinstance(target, Place):
            return [target]
        return [place for place in Place if self.play.game.table.top(place) == target]

    def _moves(self, source: Place, destination: Target) -> list[Move]:
        if not isinstance(destination, Zone):
            return [Move(source, place) for place in self._lying(destination)]
        suit, up = destination.suit, destination.ascending
        top = self.play.game.table.top(source)
        if up is not None and top is not None:
            return [Move(source, foundation(top.suit, ascending=up))]
        if suit is None or top is None or top.suit == suit:
            return list(foundation_moves(self.play.game.table, source))
        return [Move(source, foundation(suit, ascending=True))]

    def _pick(self, places: list[Place], do: Callable[[Place], str]) -> str:
        """Do something with a place, or ask which of several that have the same top card."""
        if len(places) > 1:
            # A base never moves: it lies there, but is not what the player can mean.
            movable = [place for place in places if self._can_leave(place)]
            places = movable or places
        if len(places) == 1:
            return do(places[0])
        card = self.play.game.table.top(places[0])
        assert card is not None  # noqa: S101 - several places are named by their card only
        self._waiting = _Choice(card, {place: partial(do, place) for place in places})
        return self._context.say.which(card, places)

    def _can_leave(self, place: Place) -> bool:
        return place.is_pile or len(self.play.game.table.places[place]) > 1

    def _pick_destination(self, moves: list[Move]) -> str:
        if len(moves) == 1:
            return self._play(moves[0])
        table = self.play.game.table
        card = table.places[moves[0].source][-1]
        options = {move.destination: partial(self._play, move) for move in moves}
        self._waiting = _Choice(card, options)
        if not any(place.is_pile for place in options):
            return self._context.say.which_foundation(card)
        top = table.places[moves[0].destination][-1]
        return self._context.say.which(top, list(options))

    def _move_alone(self, source: Place) -> str:
        """Move a card where only one place takes it, or select it."""
        table = self.play.game.table
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
            return self._context.say.goes_nowhere(card)
        self._waiting = _Selection(source)
        return self._context.say.selected(card, destinations, table)

    # Commands that change the game

    def _redeal(self) -> str:
        game = self.play.game
        refusal = judge(game.table, Redeal())
        if refusal is not None:
            self._refused = refusal, None
            return self._context.say.refused(refusal)
        lossy = bool(game.undoable)
        question = self._context.say.ask_redeal(game) if lossy else ""
        return self.ask(question, lambda: self._play(Redeal()), lossy=lossy)

    def _undo(self, order: Order) -> str:
        say, game = self._context.say, self.play.game
        if len(order.words) > 1:
            return self._context.unexpected(order, 1)
        count = number(order.words[0], 100) if order.words else 1
        if count is None:
            return say.bad_number(order.rest)
        if count == 1 or game.is_won or not game.undoable:
            return self._play(Undo())
        self._waiting = None
        taken: list[Moved] = []
        while len(taken) < count:
            answer = self.play.act(Undo())
            if not isinstance(answer, Undone):
                break
            taken.append(answer.move)
            self._advice.after(answer)
        said = say.undone(taken, count, game.table)
        return joined(said, self._context.standing())

    def _new(self, order: Order) -> str:
        code = self._new_code()
        if order.words and order.words[0].upper() in _VARIANTS and len(order.words) == 1:
            code = code._replace(variant=Variant(order.words[0].upper()))
        elif order.rest:
            try:
                code = DealCode.parse(order.rest)
            except ValueError:
                return self._context.say.bad_code(order.rest)

        def begin() -> str:
            self.play.begin(code)
            opening = self._context.say.opening(self.play.game, is_resumed=False)
            return joined(opening, self._context.standing())

        question = self._context.say.ask_new(self.play.game)
        return self.ask(question, begin, lossy=self.play.is_at_stake)

    def _restart(self) -> str:
        code = self.play.game.code

        def begin() -> str:
            self.play.begin(code, restart=True)
            return self._context.say.started_over(code)

        question = self._context.say.ask_restart(self.play.game)
        return self.ask(question, begin, lossy=self.play.is_at_stake)

    def _pause(self) -> str:
        self.play.pause()
        return self._context.say.paused()

    def _help(self, order: Order) -> str:
        """Help; without a topic it begins with what can be done at this moment."""
        said = self._tell_help(order)
        if order.words:
            return said
        say, game = self._context.say, self.play.game
        if isinstance(self._waiting, _Selection):
            card = game.table.places[self._waiting.source][-1]
            return f"{say.help_selected(card)}\n{said}"
        standing = self._context.standing()
        return f"{standing}\n{said}" if standing else said

    # Answers again, and the rest

    def _why(self) -> str:
        if self._refused is None:
            return self._context.say.nothing_refused()
        refusal, place = self._refused
        table = self.play.game.table
        card = table.top(place) if place is not None else None
        movable = card is not None and place is not None and self._can_leave(place)
        if not movable or card is None or place is None:
            return self._context.say.why(refusal, None, (), table)
        places = [move.destination for move in moves_from(table, place)]
        return self._context.say.why(refusal, card, places, table)

    def _again(self) -> str:
        if self._done is None:
            return self._context.say.no_last_command()
        return self._obey(self._done)

    def _oops(self, order: Order) -> str:
        if self._misread is None or not order.rest:
            return self._context.say.nothing_to_mend()
        line, word = self._misread
        self._misread = None
        words = line.split()
        # The word is told without the punctuation behind it, so the beginning decides.
        at = next((n for n, found in enumerate(words) if found.startswith(word)), None)
        if at is None:
            return self._context.say.nothing_to_mend()
        return self._obey(self._parse(" ".join((*words[:at], order.rest, *words[at + 1 :]))))

    def _repeat(self) -> str:
        return self._answers.pop() if self._answers else self._context.say.nothing_to_repeat()

    def _last(self, order: Order) -> str:
        count = number(order.rest, ANSWERS_KEPT) if order.words else 1
        if count is None:
            return self._context.say.bad_number(order.rest)
        if not self._answers:
            return self._context.say.nothing_to_repeat()
        return self._context.say.earlier([*self._answers][: -count - 1 : -1])

    def _cancel(self) -> str:
        waiting, self._waiting = self._waiting, None
        match waiting:
            case _Selection(source):
                return self._context.say.let_go(self.play.game.table.places[source][-1])
            case _Choice():
                return self._context.say.not_done()
            case _:
                return self._context.say.nothing_selected()

    def _quit(self) -> str:
        self.ended = True
        return self._context.say.goodbye()


def _padded(prompt: str) -> str:
    """A prompt with blanks up to the common width.

    Where the cursor of the next prompt is one column further right than it was, a reader takes the
    answer for a typed letter and spells it; between prompts of one width that cannot be.
    """
    return f"{prompt:<{PROMPT_WIDTH}} "
