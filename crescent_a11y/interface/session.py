"""A session of play: a typed line in, an answer out; it reads and writes no terminal.

What is allowed it asks the engine, what is said the language layer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from crescent_a11y.engine.deal import DealCode, Variant
from crescent_a11y.engine.game import Game
from crescent_a11y.interface.advice import Advice, Waiting
from crescent_a11y.interface.asking import Asking, Choice, Question, Selection
from crescent_a11y.interface.context import Context, Handler, Remember, joined, number
from crescent_a11y.interface.files import LogWriter
from crescent_a11y.interface.journal import Opened
from crescent_a11y.interface.lesson import Lesson
from crescent_a11y.interface.mode import Mode
from crescent_a11y.interface.moving import Moving
from crescent_a11y.interface.papers import Archive, Ask, Papers
from crescent_a11y.interface.places import Failure
from crescent_a11y.interface.play import Keeper, Play, Recollection
from crescent_a11y.interface.settings import Problem, Settings
from crescent_a11y.interface.telling import Telling
from crescent_a11y.interface.tuning import NoSpeaker, Speaker, Tuning
from crescent_a11y.interface.typed import LONGEST_LINE
from crescent_a11y.interface.voice import Trouble
from crescent_a11y.interface.walk import Walk
from crescent_a11y.language import (
    questions,
    reports,
    standing,
    troubles,
    tuning,
    unclear,
)
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import (
    Answer,
    Empty,
    MoveTyped,
    NotUnderstood,
    Order,
    Parsed,
    WhichSuit,
)
from crescent_a11y.language.fold import fold
from crescent_a11y.language.spelling import braille_cells
from crescent_a11y.language.utterance import Utterance

PROMPT_WIDTH = 8
"""The columns of the longest prompt."""

ANSWERS_KEPT = 20
"""How many answers can be heard again."""


_VARIANTS = {variant.value for variant in Variant}


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
        self._asking = Asking(self._context)
        self._answers: deque[str] = deque(maxlen=ANSWERS_KEPT)
        self._mode: Mode | None = None  # a lesson or the replay of a log, which has its own play
        self._done: MoveTyped | Order | None = None  # the last command
        self._suitless: tuple[str, str] | None = None  # a line, in two where a suit is asked for
        self._misread: tuple[str, str] | None = None  # a line and its word not understood
        self.ended = False
        plain = self._context.plain
        telling = Telling(self._context).handlers()
        self._tell_help = telling.pop("help")
        self._advice = Advice(self._context, self._asking.ask, waiting or Waiting(clock))
        self._moving = Moving(self._context, self._asking, self._advice.after)
        self._orders: dict[str, Handler] = {
            "new": self._new,
            "restart": plain(self._restart),
            "pause": plain(self._pause),
            "repeat": plain(self._repeat),
            "again": plain(self._again),
            "oops": self._oops,
            "last": self._last,
            "help": self._help,
            "cancel": plain(self._asking.cancel),
            "quit": plain(self._quit),
            **self._moving.handlers(),
            **telling,
            **self._advice.handlers(),
            **Tuning(self._context, speaker or NoSpeaker()).handlers(),
            **Papers(self._context, archive, self._asking.ask, self._advice.at_return).handlers(),
            **Lesson(self._context, self, clock).handlers(),
            **Walk(self._context, self, translators).handlers(),
        }
        self._is_resumed = False
        if opened is not None:
            self._tell_opened(opened)
        if opened and opened.game and not (code and self._put_by(archive)):
            play.go_on(opened.game, recollection or Recollection(), opened.seconds, opened.hints)
            self._is_resumed = True
            if log_name is not None:
                play.start_log(log_name)
        else:
            code = code or new_code()
            # A log that cannot be begun must not end the game that was kept.
            log = None if log_name is None else LogWriter(log_name, code)
            if opened is not None and opened.game:
                play.know_hints(opened.game.code, opened.hints)
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
        t = self._context.t
        waiting = self._asking.waiting
        if isinstance(waiting, Question):
            return _padded(questions.prompt_yes_no(t))
        ordinary = questions.prompt(t) if self._mode is None else self._mode.prompt
        prompt = questions.prompt_place(t) if waiting else ordinary
        if self._context.settings.braille_line and self._answers:
            return f"{self._moving.short or braille_cells(self._answers[-1])} {prompt} "
        return _padded(prompt)

    @property
    def asks(self) -> bool:
        """Whether yes or no is waited for: keys typed earlier are no answer to that."""
        return isinstance(self._asking.waiting, Question)

    @property
    def ask(self) -> Ask:
        """Asks a person before something is lost."""
        return self._asking.ask

    def opening(self) -> Utterance:
        """The first words."""
        context, play = self._context, self.play
        offer = ""
        if context.can_ask and context.settings.speech == "ask":
            offer = tuning.speech_offer(context.t)
            context.change(speech="off")
        stands = joined(context.standing(), self._advice.at_return())
        first = standing.opening(context.t, play.game, stands, is_resumed=self._is_resumed)
        return self._utter(joined(first, offer))

    def to_leave(self) -> Utterance:
        """What to say when the player wants to break off."""
        self._asking.waiting = None
        return self._utter(questions.to_leave(self._context.t))

    def completions(self, before: str) -> list[str]:
        """The words that the last word of a line can become."""
        return self._context.reader.completions(before, self._context.language)

    def candidates(self, words: Sequence[str]) -> str:
        """Several completions, as they are said."""
        return f"{', '.join(words)}."

    def handle_line(self, line: str) -> Utterance:
        """Do what a line orders, and answer."""
        self._moving.short = ""
        self.play.resume()
        if len(line) > LONGEST_LINE:
            return self._utter(unclear.too_long(self._context.t))
        mode = self._mode
        text, is_silent = self._answer(line)
        if mode is not None and mode is self._mode:
            text = mode.after(text)
        return self._utter(text, is_silent=is_silent)

    def _answer(self, line: str) -> tuple[str, bool]:
        """The answer to a line, and whether it is only shown."""
        waiting = self._asking.waiting
        if isinstance(waiting, Question):
            return self._asking.answered(waiting, line), False
        answer = None
        if isinstance(waiting, Choice):
            answer = self._moving.chosen(waiting, line)
        elif self._mode is not None and waiting is None:
            answer = self._mode.wish(self._meant(line))
        if answer is not None:
            return answer, False
        parsed = self._parse(self._with_suit(line) or self._meant(line))
        if isinstance(waiting, Selection):
            answer = self._moving.placed(waiting, parsed)
            if answer is not None:
                return answer, False
        silent = isinstance(parsed, Empty) or (isinstance(parsed, Order) and parsed.name == "stop")
        return self._obey(parsed), silent and waiting is None

    def voice_trouble(self, trouble: Trouble) -> None:
        """Say with the next answer that the voice does not speak."""
        t, notices = self._context.t, self._context.notices
        match trouble:
            case Trouble.NO_OUTPUT:
                notices.append(tuning.no_speech_output(t))
            case Trouble.FAILED:
                notices.append(tuning.speech_failed(t))
            case Trouble.HUNG:
                notices.append(tuning.speech_hangs(t))

    def settings_problem(self, problem: Problem) -> None:
        """Say with the next answer what is wrong in the file of the settings."""
        t, notices = self._context.t, self._context.notices
        if isinstance(problem, Failure):
            notices.append(troubles.settings_unreadable(t, problem.line))
        else:
            notices.append(troubles.bad_setting(t, problem.key, problem.line, problem.value))

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
        return joined(
            standing.going_on(self._context.t, self.own.game),
            self._context.standing(),
            self._advice.at_return(),
        )

    def _look_at(self, play: Play) -> None:
        self._context.play = play
        self._asking.waiting = self._misread = None
        self._moving.forget()

    # Answers

    def _utter(self, text: str, *, is_silent: bool = False) -> Utterance:
        self._context.gather_troubles()
        self._answers.append(text)
        short = self._moving.short or braille_cells(text)
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

    def _put_by(self, archive: Archive | None) -> bool:
        """Make a save of the game that was kept, since another one was asked for; else False."""
        t, notices = self._context.t, self._context.notices
        kept = None if archive is None else archive.keep()
        if isinstance(kept, Failure):
            notices.append(troubles.not_begun(t, kept.kind))
            return False
        if kept is not None:
            notices.append(troubles.kept_as(t, kept))
        return True

    # Lines

    def _meant(self, line: str) -> str:
        """A line with the player's own abbreviation resolved."""
        words = line.split(maxsplit=1)
        meaning = self._context.settings.aliases.get(fold(words[0])) if words else None
        return line if meaning is None else " ".join((meaning, *words[1:]))

    def _with_suit(self, line: str) -> str | None:
        """The line whose suit was asked for, with the answer in it; None where there is none."""
        asked, self._suitless = self._suitless, None
        if asked is None or self._context.reader.suit(line) is None:
            return None
        return f"{asked[0]} {line.strip()}{asked[1]}"

    def _parse(self, line: str) -> Parsed:
        """What a line orders; noted for again, for oops, and for the answer to a question."""
        parsed = self._context.reader.parse(line, self._context.language)
        if isinstance(parsed, NotUnderstood):
            self._misread = line, parsed.word
        elif isinstance(parsed, WhichSuit):
            self._suitless = line[: parsed.end], line[parsed.end :]
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
            case Empty() if self._asking.waiting is not None:
                return self._asking.cancel()
            case Empty():
                return unclear.empty(self._context.t)
            case MoveTyped(source, destination):
                return self._moving.move(source, destination)
            case Answer(is_yes):
                return self._asking.unasked(is_yes=is_yes)
            case Order(name):
                return self._orders[name](parsed)
            case _:
                return unclear.not_understood(self._context.t, parsed)

    # Commands that change the game

    def _new(self, order: Order) -> str:
        code = self._new_code()
        if order.words and order.words[0].upper() in _VARIANTS and len(order.words) == 1:
            code = code._replace(variant=Variant(order.words[0].upper()))
        elif order.rest:
            try:
                code = DealCode.parse(order.rest)
            except ValueError:
                return reports.not_a_code(self._context.t, order.rest)

        def begin() -> str:
            self.play.begin(code)
            stands = self._context.standing()
            return standing.opening(self._context.t, self.play.game, stands, is_resumed=False)

        question = questions.ask_new(self._context.t, self.play.game)
        return self._asking.ask(question, begin, lossy=self.play.is_at_stake)

    def _restart(self) -> str:
        code = self.play.game.code

        def begin() -> str:
            self.play.begin(code, restart=True)
            return standing.started_over(self._context.t, code)

        question = questions.ask_restart(self._context.t, self.play.game)
        return self._asking.ask(question, begin, lossy=self.play.is_at_stake)

    def _pause(self) -> str:
        self.play.pause()
        return standing.paused(self._context.t)

    def _help(self, order: Order) -> str:
        """Help; without a topic it begins with what can be done at this moment."""
        said = self._tell_help(order)
        if order.words:
            return said
        stands = self._asking.help() or self._context.standing()
        return f"{stands}\n{said}" if stands else said

    # Answers again, and the rest

    def _again(self) -> str:
        if self._done is None:
            return unclear.no_last_command(self._context.t)
        return self._obey(self._done)

    def _oops(self, order: Order) -> str:
        if self._misread is None or not order.rest:
            return unclear.nothing_to_mend(self._context.t)
        line, word = self._misread
        self._misread = None
        words = line.split()
        # The word is told without the punctuation behind it, so the beginning decides.
        at = next((n for n, found in enumerate(words) if found.startswith(word)), None)
        if at is None:
            return unclear.nothing_to_mend(self._context.t)
        return self._obey(self._parse(" ".join((*words[:at], order.rest, *words[at + 1 :]))))

    def _repeat(self) -> str:
        return self._answers.pop() if self._answers else unclear.nothing_to_repeat(self._context.t)

    def _last(self, order: Order) -> str:
        count = number(order.rest, ANSWERS_KEPT) if order.words else 1
        if count is None:
            return unclear.bad_number(self._context.t, order.rest)
        if not self._answers:
            return unclear.nothing_to_repeat(self._context.t)
        return "\n".join([*self._answers][: -count - 1 : -1])

    def _quit(self) -> str:
        self.ended = True
        return questions.goodbye(self._context.t)


def _padded(prompt: str) -> str:
    """A prompt with blanks up to the common width.

    Where the cursor of the next prompt is one column further right than it was, a reader takes the
    answer for a typed letter and spells it; between prompts of one width that cannot be.
    """
    return f"{prompt:<{PROMPT_WIDTH}} "
