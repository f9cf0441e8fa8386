"""The commands of the shell: arguments in, exit statuses out; it decides nothing about the game."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from crescent_a11y import __version__
from crescent_a11y.language import reports, troubles
from crescent_a11y.language.catalog import Translator, languages, load

if TYPE_CHECKING:
    from crescent_a11y.engine.record import Fault
    from crescent_a11y.engine.replay import Report
    from crescent_a11y.interface.keeper import DiskKeeper
    from crescent_a11y.interface.session import Session
    from crescent_a11y.interface.terminal import Terminal
    from crescent_a11y.interface.voice import Voice
    from crescent_a11y.language.utterance import Utterance

PROGRAM = "crescent-a11y"
DEFAULT_LANGUAGE = "en"

DONE = 0
REFUSED = 1
UNUSABLE = 2


class _Usage(Exception):  # noqa: N818 - never leaves this module
    """A command line that cannot be carried out, with the sentence that says why."""


class _Parser(argparse.ArgumentParser):
    def __init__(self) -> None:
        super().__init__(prog=PROGRAM, add_help=False, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        # The library's own message is English whatever the language, so it is not shown.
        raise _Usage(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    from crescent_a11y.interface.terminal import TerminalClosed

    t = load(_language_of(words, os.environ))
    try:
        return _run(t, words)
    except _Usage as error:
        _complain(str(error))
        return UNUSABLE
    except TerminalClosed:
        # Whoever reads our output has gone. There is nobody to tell, but a verdict that nobody got
        # must not pass for a good one.
        return UNUSABLE
    except _Terminated:
        return DONE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _run(t: Translator, words: list[str]) -> int:
    general = _Parser()
    general.add_argument("--lang")
    general.add_argument("--version", action="store_true")
    general.add_argument("--help", "-h", action="store_true")
    try:
        options, rest = general.parse_known_args(words)
    except _Usage:
        raise _Usage(reports.incomplete(t, None)) from None
    if options.version:
        _tell(f"{PROGRAM} {__version__}")
        return DONE
    command = "play"
    if rest and not rest[0].startswith("-"):
        command = rest.pop(0)
        if command != "play" and command not in _COMMANDS:
            raise _Usage(reports.unknown_option(t, command, None))
    elif options.help:
        command = ""
    if options.help:
        _tell(reports.shell_help(t, command or None))
        return DONE
    if options.lang is not None and options.lang not in languages():
        raise _Usage(reports.unknown_option(t, options.lang, command))
    if command == "play":
        return _play(t, rest, asked=options.lang)
    return _COMMANDS[command](t, rest)


def _language_of(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for by `--lang`, else the locale's, else English."""
    known = languages()
    for number, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (words[number + 1] if number + 1 < len(words) else "")
            if value in known:
                return value
            break  # it is refused in the language of the locale
    language = _locale_language(environment)
    return language if language in known else DEFAULT_LANGUAGE


def _locale_language(environment: Mapping[str, str]) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return environment[name][:2].lower()
    if sys.platform == "win32":
        import ctypes
        import locale

        identifier = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(identifier, "")[:2]
    return ""


def _tell(text: str) -> None:
    """Write to standard output, in one piece."""
    from crescent_a11y.interface.terminal import TextOutput

    TextOutput(sys.stdout).write(text + "\n")


def _complain(sentence: str) -> None:
    """Write to standard error; that it cannot be written is nothing to end for."""
    from crescent_a11y.interface.terminal import TerminalClosed, TextOutput

    with suppress(TerminalClosed):
        TextOutput(sys.stderr).write(sentence + "\n")


def _arguments(
    t: Translator, command: str, words: list[str], *options: str, most: int = 0, least: int = 0
) -> argparse.Namespace:
    """The options and the plain `words` of a command. Raises _Usage with its sentence."""
    parser = _Parser()
    for option in options:
        parser.add_argument(option)
    parser.add_argument("words", nargs="*")
    end = words.index("--") if "--" in words else len(words)
    try:
        # Options may stand between the words too.
        found, unknown = parser.parse_known_intermixed_args(words[:end])
    except _Usage:
        raise _Usage(reports.incomplete(t, command)) from None
    found.words += words[end + 1 :]
    surplus = unknown or (found.words[most:] if most else [])
    if surplus:
        raise _Usage(reports.unknown_option(t, surplus[0], command))
    if len(found.words) < least:
        raise _Usage(reports.incomplete(t, command))
    if getattr(found, "format", None) not in (None, "text", "json"):
        raise _Usage(reports.unknown_option(t, found.format, command))
    return found


def _translators() -> tuple[Translator, ...]:
    return tuple(load(language) for language in languages())


# play


def _play(t: Translator, words: list[str], *, asked: str | None) -> int:
    """Play; `asked` is the language of the command line, which goes before the saved one."""
    import secrets
    import time
    from functools import partial

    from crescent_a11y.engine.deal import NUMBERS, DealCode, Variant
    from crescent_a11y.interface import places, settings
    from crescent_a11y.interface.files import FileProblem
    from crescent_a11y.interface.keeper import DiskKeeper
    from crescent_a11y.interface.session import Session
    from crescent_a11y.interface.terminal import open_terminal
    from crescent_a11y.interface.voice import Voice
    from crescent_a11y.language.diagram import read

    options = _arguments(t, "play", words, "--deal", "--log", "--speech")
    if options.words:
        raise _Usage(reports.unknown_option(t, options.words[0], "play"))
    if options.speech not in (None, *settings.CHOICES["speech"]):
        raise _Usage(reports.unknown_option(t, options.speech, "play"))

    def new_code() -> DealCode:
        return DealCode(Variant.TRADITIONAL, secrets.randbelow(NUMBERS))

    code = None if options.deal is None else _deal_code(t, options.deal)
    path = places.config_folder() / settings.FILE
    chosen, problems = settings.load(path)
    if options.speech is not None:
        chosen = replace(chosen, speech=options.speech)
    keeper = DiskKeeper(places.data_folder(), partial(read, _translators()))
    voice = Voice()
    sessions: list[Session] = []
    signals = _Signals()
    try:
        with open_terminal(
            lambda before: sessions[0].completions(before),
            lambda words: sessions[0].candidates(words),
        ) as terminal:
            signals.is_interactive = terminal.interactive
            session = Session(
                _translators(),
                asked or chosen.language or t.language,
                code,
                clock=time.monotonic,
                new_code=new_code,
                settings=chosen,
                remember=partial(settings.save, path),
                speaker=voice,
                keeper=keeper,
                archive=keeper,
                opened=keeper.opened,
                recollection=keeper.recollection,
                interactive=terminal.interactive,
                log_name=options.log,
            )
            sessions.append(session)
            for problem in problems:
                session.settings_problem(problem)
            if chosen.speech == "on":
                voice.switch_on()
            _converse(session, terminal, voice, keeper, signals)
    except _Terminated:
        pass
    except FileProblem as trouble:
        raise _Usage(troubles.file_trouble(t, trouble.name, trouble.trouble)) from None
    finally:
        signals.ignore()
        voice.close()
        last = sessions[0].close() if sessions else ""
        if last:
            _complain(last)
        keeper.close(sessions[0].play.seconds if sessions else None)
    return DONE


class _Terminated(BaseException):
    """The system asks the program to end."""


class _Signals:
    """Lets signals end a wait, but never cut short an answer: its steps would miss in the log."""

    def __init__(self) -> None:
        self.is_interactive = False
        self._is_reading = self._is_answering = self._is_ending = False
        signal.signal(signal.SIGINT, self._interrupt)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._end)

    def _interrupt(self, *_: object) -> None:
        if not self.is_interactive:
            self._end()
        elif self._is_reading:
            raise KeyboardInterrupt

    def _end(self, *_: object) -> None:
        if not self._is_ending:
            self._is_ending = True
            if not self._is_answering:
                raise _Terminated

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, Ctrl-C drops the line."""
        self._is_reading = True
        try:
            yield
        finally:
            self._is_reading = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Signals wait until this is over."""
        self._is_answering = True
        try:
            yield
        finally:
            self._is_answering = False
        if self._is_ending:
            raise _Terminated

    def ignore(self) -> None:
        """From now on nothing is cut short."""
        self._is_ending = True


def _converse(
    session: Session, terminal: Terminal, voice: Voice, keeper: DiskKeeper, signals: _Signals
) -> None:
    """Let the player and the session talk until one of them ends it."""
    from crescent_a11y.interface.terminal import TerminalClosed

    def answer(utterance: Utterance) -> None:
        terminal.say(utterance.text)
        if utterance.is_silent:
            voice.silence()
        else:
            voice.speak(utterance)

    try:
        answer(session.opening())
        while not session.ended:
            read = terminal.read_fresh if session.asks else terminal.read
            try:
                with signals.reading():
                    line = read(session.prompt)
            except KeyboardInterrupt:
                answer(session.to_leave())
                continue
            trouble = voice.trouble()
            if trouble is not None:
                session.voice_trouble(trouble)
            uncounted = keeper.take_uncounted()
            if uncounted is not None:
                session.statistics_problem(uncounted)
            with signals.answering():
                said = session.handle_line(line)
            answer(said)
    except (EOFError, TerminalClosed):
        return


# deal


def _deal_code(t: Translator, text: str) -> Any:
    from crescent_a11y.engine.deal import DealCode

    try:
        return DealCode.parse(text)
    except ValueError:
        raise _Usage(reports.bad_code(t, text)) from None


def _deal(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.deal import deal
    from crescent_a11y.engine.table import FOUNDATIONS, PILES
    from crescent_a11y.language.diagram import describe

    options = _arguments(t, "deal", words, "--format", least=1)
    # A code may be written with spaces, so the words are one code.
    code = _deal_code(t, " ".join(options.words))
    table = deal(code)
    if options.format != "json":
        _tell(describe(t, table.view))
        return DONE
    piles = [[card.code for card in table.places[place]] for place in PILES]
    bases = {place.code: [card.code for card in table.places[place]] for place in FOUNDATIONS}
    _print_json({"code": str(code), "piles": piles, "foundations": bases, "redeals": table.redeals})
    return DONE


def _print_json(facts: dict[str, Any]) -> None:
    """Tell facts; what the terminal cannot show or would act on is escaped, never changed."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    text = json.dumps(facts, ensure_ascii=False)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(facts)
    _tell("".join(x if x.isprintable() else json.dumps(x)[1:-1] for x in text))


# verify


def _verify(t: Translator, words: list[str]) -> int:
    from functools import partial

    from crescent_a11y.interface.files import FileProblem, judge_file
    from crescent_a11y.language.diagram import read

    options = _arguments(t, "verify", words, "--format", least=1)
    read_view = partial(read, _translators())
    status = DONE
    for name in _files(t, options.words):
        if name is None:
            status = UNUSABLE
            continue
        try:
            report = judge_file(name, read_view, standard_input=True)
        except FileProblem as problem:
            _complain(troubles.file_trouble(t, problem.name, problem.trouble))
            status = UNUSABLE
            continue
        if not report.is_valid:
            status = max(status, REFUSED)
        if options.format == "json":
            _print_json(_report_facts(t, name, report))
        else:
            _tell(reports.verdict(t, name, report))
    return status


def _files(t: Translator, names: Sequence[str]) -> Iterator[str | None]:
    """The files named, a folder being all its logs; None after a folder that cannot be used."""
    from crescent_a11y.interface.files import FileProblem, logs_in

    for name in names:
        if not os.path.isdir(name):
            yield name
            continue
        try:
            yield from logs_in(name)
        except FileProblem as problem:
            _complain(troubles.file_trouble(t, problem.name, problem.trouble))
            yield None


def _report_facts(t: Translator, name: str, report: Report) -> dict[str, Any]:
    return {
        "file": name,
        "valid": report.is_valid,
        "code": str(report.code) if report.code else None,
        "result": report.result,
        "moves": report.moves,
        "redeals": report.redeals,
        "time": report.seconds,
        "foundation_cards": report.foundation_cards,
        "error": None if report.fault is None else _fault_facts(t, report.fault),
    }


def _fault_facts(t: Translator, fault: Fault) -> dict[str, Any]:
    return {
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "move": fault.move,
        "message": reports.problem_text(t, fault.problem),
    }


# check


def _check(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.rules import Move, judge, legal_moves
    from crescent_a11y.engine.view import UnreadableView, contradiction, lay
    from crescent_a11y.interface.files import FileProblem, read_table_text
    from crescent_a11y.language.diagram import read
    from crescent_a11y.language.refusals import refused

    options = _arguments(t, "check", words, "--format", most=3, least=1)
    if len(options.words) == 2:
        raise _Usage(reports.incomplete(t, "check"))
    name, *places = options.words
    try:
        view = read(_translators(), read_table_text(name))
    except FileProblem as problem:
        raise _Usage(troubles.file_trouble(t, problem.name, problem.trouble)) from None
    except UnreadableView as error:
        raise _Usage(reports.unreadable_view(t, error)) from None
    found = contradiction(view)
    if found is not None:
        raise _Usage(reports.contradiction_text(t, found))
    table = lay(view)
    as_json = options.format == "json"
    if not places:
        moves = list(legal_moves(table))
        if as_json:
            listed = [_move_facts(table, move) for move in moves]
            _print_json({"file": name, "moves": listed})
        else:
            _tell("\n".join(reports.moves_listed(t, table, moves)) or reports.no_moves(t))
        return DONE
    move = Move(*(_place(t, word) for word in places))
    refusal = judge(table, move)
    text = reports.allowed(t, table, move) if refusal is None else refused(t, refusal)
    if as_json:
        why = None if refusal is None else {"code": refusal.code, "message": text}
        facts = _move_facts(table, move)
        _print_json({"file": name, **facts, "allowed": refusal is None, "error": why})
    else:
        _tell(text)
    return DONE if refusal is None else REFUSED


def _place(t: Translator, word: str) -> Any:
    from crescent_a11y.engine.table import Place

    try:
        return Place.parse(word.lower())
    except ValueError:
        raise _Usage(reports.not_a_place(t, word)) from None


def _move_facts(table: Any, move: Any) -> dict[str, Any]:
    card = table.top(move.source)
    return {
        "from": move.source.code,
        "to": move.destination.code,
        "card": card.code if card else None,
    }


# stats


def _stats(t: Translator, words: list[str]) -> int:
    from dataclasses import asdict
    from functools import partial

    from crescent_a11y.interface import places
    from crescent_a11y.interface.journal import ARCHIVE
    from crescent_a11y.interface.papers import counts
    from crescent_a11y.interface.statistics import FILE, Statistics
    from crescent_a11y.language.diagram import read

    rebuild = "--rebuild" in words
    options = _arguments(t, "stats", [word for word in words if word != "--rebuild"], "--format")
    if options.words:
        raise _Usage(reports.unknown_option(t, options.words[0], "stats"))
    folder = places.data_folder()
    read_view = partial(read, _translators())
    statistics = Statistics(folder / FILE, folder / ARCHIVE, read_view)
    uncounted = None if rebuild else statistics.catch_up()
    found = statistics.rebuild() if rebuild else statistics.summary()
    for failure in (uncounted, found):
        if isinstance(failure, places.Failure):
            raise _Usage(troubles.not_counted(t, failure.kind))
    assert not isinstance(found, places.Failure)  # noqa: S101 - raised above
    variants = {variant.value: figures for variant, figures in found.variants.items()}
    if options.format == "json":
        of_variants = {letter: asdict(figures) for letter, figures in variants.items()}
        _print_json({**asdict(found.total), "variants": of_variants})
    else:
        _tell(reports.statistics(t, counts(found.total)))
    return DONE


_COMMANDS = {"stats": _stats, "deal": _deal, "verify": _verify, "check": _check}
