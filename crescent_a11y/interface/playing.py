"""Sets up a game on this machine, holds the conversation, and puts everything away again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from random import SystemRandom

from crescent_a11y.engine.deal import NUMBERS, DealCode, Variant
from crescent_a11y.interface import places, settings
from crescent_a11y.interface.advice import Waiting
from crescent_a11y.interface.conversation import Conversation, Signals, Terminated
from crescent_a11y.interface.keeper import DiskKeeper
from crescent_a11y.interface.session import Session
from crescent_a11y.interface.terminal import Terminal, open_terminal
from crescent_a11y.interface.voice import Voice
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.commands import Reader
from crescent_a11y.language.diagram import read


def play(
    translators: Sequence[Translator],
    language: str | None,
    usual_language: str,
    *,
    code: DealCode | None = None,
    log_name: str | None = None,
    speech: settings.Speech | None = None,
) -> str:
    """Let a person play until they quit; gives what could not be said any more, mostly nothing.

    `language` and `speech` go before what is saved, and that before `usual_language`. Raises
    FileProblem where the log cannot be begun.
    """
    path = places.config_folder() / settings.FILE

    @cache
    def reader() -> Reader:  # for those only who have aliases: a start must stay short
        return Reader(translators)

    def is_taken(word: str) -> bool:
        return reader().taken(word) is not None

    chosen, problems = settings.load(path, is_taken)
    if speech is not None:
        chosen = replace(chosen, speech=speech)
    keeper = DiskKeeper(places.data_folder(), partial(read, translators))
    voice = Voice()
    signals = Signals()
    sessions: list[Session] = []

    def begin(terminal: Terminal) -> Session:
        signals.terminal = terminal
        session = Session(
            translators,
            language or chosen.language or usual_language,
            code,
            clock=time.monotonic,
            new_code=_new_code,
            settings=chosen,
            remember=partial(settings.save, path, is_taken=is_taken),
            speaker=voice,
            keeper=keeper,
            archive=keeper,
            opened=keeper.opened,
            recollection=keeper.recollection,
            waiting=Waiting(
                time.monotonic,
                terminal.say,
                lambda: signals.stop_answering or terminal.is_interrupted(),
            ),
            interactive=terminal.interactive,
            log_name=log_name,
        )
        sessions.append(session)
        for problem in problems:
            session.settings_problem(problem)
        if chosen.speech == "on":
            voice.switch_on()
        return session

    last_words = ""
    try:
        with open_terminal(
            lambda before: sessions[0].completions(before),
            lambda words: sessions[0].candidates(words),
        ) as terminal:
            Conversation(begin(terminal), terminal, voice, keeper, signals).hold()
    except Terminated:
        pass
    finally:
        signals.ignore()
        voice.close()
        if sessions:
            last_words = sessions[0].close()
        keeper.close(sessions[0].own.seconds if sessions else None)
    return last_words


def _new_code() -> DealCode:
    return DealCode(Variant.TRADITIONAL, SystemRandom().randrange(NUMBERS))
