"""The commands of the shell: arguments in, exit statuses out; it decides nothing about the game."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from crescent_a11y import __version__
from crescent_a11y.language import shell, troubles
from crescent_a11y.language.catalog import Translator, languages, load

if TYPE_CHECKING:
    from crescent_a11y.interface.checking import Judged
    from crescent_a11y.interface.files import ContinuedFile
    from crescent_a11y.interface.parallel import Workers
    from crescent_a11y.interface.solving import Start
    from crescent_a11y.interface.survey import Entry, Search, Survey

PROGRAM = "crescent-a11y"
DEFAULT_LANGUAGE = "en"

DONE = 0
REFUSED = 1
UNUSABLE = 2

_MANY = sys.maxsize

_BETWEEN_NEWS = 10.0
"""Seconds between two lines about how far a long work has come."""


class _Usage(Exception):  # noqa: N818 - never leaves this module
    """A command line that cannot be carried out, with the sentence that says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    try:
        return _main(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _main(words: list[str]) -> int:
    from crescent_a11y.interface.output import TerminalClosed

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


def _run(t: Translator, words: list[str]) -> int:
    general = _parser()
    general.add_argument("--lang")
    general.add_argument("--version", action="store_true")
    general.add_argument("--help", "-h", action="store_true")
    try:
        options, rest = general.parse_known_args(words)
    except argparse.ArgumentError as error:
        raise _wrong_option(t, None, words, error) from None
    if options.version:
        _tell(f"{PROGRAM} {__version__}")
        return DONE
    command = "play"
    if rest and not rest[0].startswith("-"):
        command = rest.pop(0)
        if command != "play" and command not in _COMMANDS:
            raise _Usage(shell.not_understood(t, command, None))
    elif options.help:
        command = ""
    if options.help:
        _tell(shell.help_text(t, command or None))
        return DONE
    if options.lang is not None:
        _choose(t, command, "--lang", options.lang, languages())
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
    from crescent_a11y.interface.output import TextOutput

    TextOutput(sys.stdout).write(text + "\n")


def _complain(sentence: str) -> None:
    """Write to standard error; that it cannot be written is nothing to end for."""
    from crescent_a11y.interface.output import TerminalClosed, TextOutput

    with suppress(TerminalClosed):
        TextOutput(sys.stderr).write(sentence + "\n")


def _parser() -> argparse.ArgumentParser:
    # It raises its errors: its own sentences are English whatever the language.
    return argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)


def _wrong_option(
    t: Translator, command: str | None, words: Sequence[str], error: argparse.ArgumentError
) -> _Usage:
    """An option has no value, or has one and takes none."""
    names = tuple((error.argument_name or "").split("/"))
    for word in words:
        if word.startswith(names) and word not in names:
            return _Usage(shell.not_understood(t, word, command))
    return _Usage(shell.without_value(t, names[0], command))


def _arguments(
    t: Translator,
    command: str,
    words: list[str],
    *options: str,
    flags: Sequence[str] = (),
    needed: Sequence[str] = (),
    most: int = 0,
    least: int = 0,
) -> argparse.Namespace:
    """The options and the plain `words` of a command. Raises _Usage with its sentence.

    Every command asks for them when all that it needs is imported, so that Ctrl-C can raise
    KeyboardInterrupt from then on; until then it ends the program where `__main__` began it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = _parser()
    for option in (*needed, *options):
        parser.add_argument(option)
    for flag in flags:
        parser.add_argument(flag, action="store_true")
    parser.add_argument("words", nargs="*")
    end = words.index("--") if "--" in words else len(words)
    try:
        # Options may stand between the words too.
        found, unknown = parser.parse_known_intermixed_args(words[:end])
    except argparse.ArgumentError as error:
        raise _wrong_option(t, command, words[:end], error) from None
    found.words += words[end + 1 :]
    surplus = unknown or found.words[most:]
    if surplus:
        raise _Usage(shell.not_understood(t, surplus[0], command))
    for option in (*needed, *options):
        value = getattr(found, option[2:])
        if value == "":
            raise _Usage(shell.without_value(t, option, command))
        if value is None and option in needed:
            raise _Usage(shell.without_option(t, option, command))
    if len(found.words) < least:
        raise _Usage(shell.incomplete(t, command, len(found.words)))
    if getattr(found, "format", None) is not None:
        _choose(t, command, "--format", found.format, ("text", "json"))
    return found


@contextmanager
def _file_problems(t: Translator) -> Iterator[None]:
    """Tell a file that cannot be used in one sentence."""
    from crescent_a11y.interface.files import FileProblem

    try:
        yield
    except FileProblem as problem:
        raise _Usage(troubles.file_trouble(t, problem.name, problem.trouble)) from None


def _choose(t: Translator, command: str, option: str, word: str, choices: Sequence[str]) -> None:
    """Refuse a value that is none of the choices."""
    if word not in choices:
        raise _Usage(shell.not_a_choice(t, option, choices, word, command))


def _number(t: Translator, option: str, word: str, least: int, most: int) -> int:
    """A whole number in a range, as the value of an option."""
    if word.isascii() and word.isdigit() and len(word) <= len(str(most)):
        number = int(word)
        if least <= number <= most:
            return number
    raise _Usage(shell.not_a_number(t, option, least, most, word))


def _translators() -> tuple[Translator, ...]:
    return tuple(load(language) for language in languages())


# play


def _play(t: Translator, words: list[str], *, asked: str | None) -> int:
    """Play; `asked` is the language of the command line, which goes before the saved one."""
    from crescent_a11y.interface import settings
    from crescent_a11y.interface.playing import play

    options = _arguments(t, "play", words, "--deal", "--log", "--speech")
    if options.speech is not None:
        _choose(t, "play", "--speech", options.speech, settings.CHOICES["speech"])
    with _file_problems(t):
        last_words = play(
            _translators(),
            asked,
            t.language,
            code=None if options.deal is None else _deal_code(t, options.deal),
            log_name=options.log,
            speech=options.speech,
        )
    if last_words:
        _complain(last_words)
    return DONE


# deal


def _deal_code(t: Translator, text: str) -> Any:
    from crescent_a11y.engine.deal import DealCode
    from crescent_a11y.language.reports import not_a_code

    try:
        return DealCode.parse(text)
    except ValueError:
        raise _Usage(not_a_code(t, text)) from None


def _deal(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.deal import deal
    from crescent_a11y.engine.table import FOUNDATIONS, PILES
    from crescent_a11y.language.diagram import describe

    options = _arguments(t, "deal", words, "--format", most=_MANY, least=1)
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
    from crescent_a11y.interface.checking import (
        Judge,
        Tally,
        copies,
        is_for_here,
        is_for_this_machine,
        is_much,
        sources,
    )
    from crescent_a11y.language import reports

    flags = ("--explain", "--quiet")
    options = _arguments(
        t, "verify", words, "--format", *_WORKERS, flags=flags, most=_MANY, least=1
    )
    as_json = options.format == "json"
    judge = Judge(t.language, as_facts=as_json, explain=options.explain)
    named = sources(options.words)
    tally = Tally()
    progress = _Progress(lambda done: reports.judged_so_far(t, done, len(named)), len(named))
    with _workers(t, options, len(named) if is_much(named) else 1) as workers:
        verdicts: Iterable[Judged] = map(judge, named)
        if workers is not None:
            from crescent_a11y.interface.parallel import in_order

            if options.dask is None:
                verdicts = in_order(workers, judge, named, len(named), is_for_here)
            else:
                sent = copies(named)
                verdicts = in_order(workers, judge, sent, len(named), is_for_this_machine)
        for judged in verdicts:
            tally.add(judged)
            if options.quiet:
                continue
            if not judged.is_readable:
                _complain(judged.text)
            elif judged.facts is None:
                _tell(judged.text)
            else:
                _print_json(judged.facts)
            progress.note(tally.files)
    if tally.files > 1 and not (as_json or options.quiet):
        _complain(tally.words(t))
    return UNUSABLE if tally.unreadable else REFUSED if tally.faults else DONE


# Work on many things

_WORKERS = ("--jobs", "--dask")


@contextmanager
def _workers(t: Translator, options: argparse.Namespace, most: int) -> Iterator[Workers | None]:
    """Who works on the things of a command; None for this process alone.

    That is where one process is asked for, or where `most`, the most there is use for, is one.
    """
    jobs = None if options.jobs is None else _number(t, "--jobs", options.jobs, 1, 999)
    if options.dask is not None:
        from crescent_a11y.interface.cluster import ClusterProblem, cluster

        if jobs is not None:
            raise _Usage(shell.jobs_or_dask(t))
        try:
            with cluster(options.dask) as workers:
                yield workers
        except ClusterProblem as problem:
            raise _Usage(troubles.cluster_trouble(t, options.dask, problem.trouble)) from None
        return
    if 1 in (jobs, most):
        yield None
        return
    from crescent_a11y.interface.parallel import cores, pool

    number = min(jobs or cores(), most)
    if number < 2:
        yield None
        return
    with pool(number) as workers:
        yield workers


class _Progress:
    """Says how far a long work has come, not more often than a listener can bear."""

    def __init__(
        self, words: Callable[[int], str], total: int, *, is_heard: bool | None = None
    ) -> None:
        """`words` are the sentence about how many of the `total` things are done.

        Without `is_heard`, a terminal hears it and nothing else does.
        """
        from time import monotonic

        from crescent_a11y.interface.output import TextOutput

        self._words = words
        self._total = total
        self._clock = monotonic
        self._last = monotonic()
        self._is_heard = TextOutput(sys.stderr).is_terminal if is_heard is None else is_heard

    def note(self, done: int) -> None:
        """Tell it if it is time."""
        now = self._clock()
        if self._is_heard and done < self._total and now - self._last >= _BETWEEN_NEWS:
            self._last = now
            _complain(self._words(done))


# check


def _check(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.rules import Move
    from crescent_a11y.interface.positions import positions

    options = _arguments(t, "check", words, "--format", most=3, least=1)
    if len(options.words) == 2:
        raise _Usage(shell.incomplete(t, "check", 2))
    name, *places = options.words
    move = Move(*(_place(t, word) for word in places)) if places else None
    status = DONE
    with _file_problems(t):
        for position in positions(t, name, move):
            if not position.is_readable and position.number is None:
                raise _Usage(position.text)
            if options.format == "json":
                _print_json(position.facts)
            else:
                _tell(position.text)
            if not position.is_readable:
                status = UNUSABLE
            elif position.is_allowed is False:
                status = max(status, REFUSED)
    return status


def _place(t: Translator, word: str) -> Any:
    from crescent_a11y.engine.table import Place
    from crescent_a11y.language.reports import not_a_place

    try:
        return Place.parse(word.lower())
    except ValueError:
        raise _Usage(not_a_place(t, word)) from None


# solve

GAVE_UP = 3

_LONGEST_SEARCH = 999_999
"""Seconds."""


def _solve(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.record import Fault
    from crescent_a11y.engine.solver import Found, Impossible
    from crescent_a11y.interface import solving
    from crescent_a11y.interface.files import write_new
    from crescent_a11y.language.reports import fault_in

    options = _arguments(t, "solve", words, "--output", "--seconds", "--format", most=1, least=1)
    name = options.words[0]
    seconds = _seconds(t, options.seconds)
    try:
        with _file_problems(t):
            start = _start(t, name)
            solved = solving.search(start, solving.SECONDS if seconds is None else seconds)
            if solved.log is not None and options.output is not None:
                write_new(options.output, solved.log)
    except Fault as fault:
        raise _Usage(fault_in(t, name, fault)) from None
    verdict = solved.verdict
    match verdict:
        case Found():
            status, text = DONE, shell.win_found(t, verdict.moves, verdict.redeals)
        case Impossible():
            status, text = REFUSED, shell.no_win(t)
        case _:
            status, text = GAVE_UP, shell.no_win_found(t)
    if options.format == "json":
        facts = {
            "code": str(solved.code),
            "verdict": verdict.name,
            "positions": verdict.positions,
        }
        if isinstance(verdict, Found):
            facts |= {"moves": verdict.moves, "redeals": verdict.redeals, "log": solved.log}
        _print_json(facts)
    elif solved.log is not None and options.output is None:
        _tell(solved.log.rstrip())
        _complain(text)
    else:
        _tell(text)
    return status


def _seconds(t: Translator, word: str | None) -> int | None:
    """How long may be searched, None where the command line does not say."""
    return None if word is None else _number(t, "--seconds", word, 0, _LONGEST_SEARCH)


def _start(t: Translator, name: str) -> Start:
    """Where to look for a win: where a log ends, or a deal. Raises FileProblem and Fault."""
    from functools import partial

    from crescent_a11y.engine.deal import DealCode
    from crescent_a11y.engine.game import Game
    from crescent_a11y.interface import solving
    from crescent_a11y.interface.files import STANDARD_INPUT
    from crescent_a11y.language.diagram import read

    if name != STANDARD_INPUT and not os.path.exists(name):
        with suppress(ValueError):
            return solving.Start(Game(DealCode.parse(name)))
        if not {".", os.sep, os.altsep}.intersection(name):
            raise _Usage(shell.nothing_to_solve(t, name))
    return solving.from_log(name, partial(read, _translators()))


# survey


def _survey(t: Translator, words: list[str]) -> int:
    from crescent_a11y.engine.deal import NUMBERS
    from crescent_a11y.interface.files import ContinuedFile
    from crescent_a11y.interface.survey import BadLine, Search, Survey
    from crescent_a11y.language import surveys

    needed = ("--from", "--count")
    options = _arguments(t, "survey", words, "--seconds", "--output", *_WORKERS, needed=needed)
    first = _deal_code(t, getattr(options, "from"))
    count = _number(t, "--count", options.count, 1, NUMBERS)
    search = Search(_seconds(t, options.seconds))
    name = options.output
    try:
        survey = Survey(first, count)
    except ValueError:
        raise _Usage(surveys.too_many(t)) from None
    with _file_problems(t), ExitStack() as stack:
        try:
            output = None
            if name is not None:
                output = stack.enter_context(closing(ContinuedFile(name)))
                survey.recall(output.lines())
            _search_all(t, survey, search, output, options)
        except BadLine as bad:
            raise _Usage(surveys.bad_line(t, name, bad.line, bad.twice)) from None
        except KeyboardInterrupt:
            if name is not None:
                _complain(surveys.stopped(t, survey.done, count, name))
            raise
    # The lines are for programs, the summary is for people.
    (_complain if name is None else _tell)(surveys.summary(t, survey.summary()))
    return DONE


def _search_all(
    t: Translator,
    survey: Survey,
    search: Search,
    output: ContinuedFile | None,
    options: argparse.Namespace,
) -> None:
    """Search the deals that are left, and keep or print each one's line as soon as there is one."""
    from crescent_a11y.language import surveys

    # A survey runs for hours: what is kept of its words is to tell how far it has come.
    progress = _Progress(
        lambda done: surveys.so_far(t, done, survey.count), survey.count, is_heard=True
    )
    with _workers(t, options, survey.count - survey.done) as workers:
        entries: Iterable[Entry] = map(search, survey.to_do())
        if workers is not None:
            from crescent_a11y.interface.parallel import as_done

            entries = as_done(workers, search, survey.to_do())
        for entry in entries:
            if output is None:
                _tell(entry.dump().rstrip())
            else:
                output.write(entry.dump())
            survey.add(entry)
            progress.note(survey.done)


# stats


def _stats(t: Translator, words: list[str]) -> int:
    from dataclasses import asdict
    from functools import partial

    from crescent_a11y.interface import places
    from crescent_a11y.interface.archive import ARCHIVE
    from crescent_a11y.interface.papers import counts
    from crescent_a11y.interface.statistics import FILE, Statistics
    from crescent_a11y.language import figures
    from crescent_a11y.language.diagram import read

    options = _arguments(t, "stats", words, "--format", flags=("--rebuild",))
    folder = places.data_folder()
    read_view = partial(read, _translators())
    statistics = Statistics(folder / FILE, folder / ARCHIVE, read_view)
    uncounted = None if options.rebuild else statistics.catch_up()
    found = statistics.rebuild() if options.rebuild else statistics.summary()
    for failure in (uncounted, found):
        if isinstance(failure, places.Failure):
            raise _Usage(troubles.not_counted(t, failure.kind))
    assert not isinstance(found, places.Failure)  # noqa: S101 - raised above
    if options.format == "json":
        of_variants = {variant.value: asdict(of_one) for variant, of_one in found.variants.items()}
        _print_json({**asdict(found.total), "variants": of_variants})
    else:
        of_each = {variant: counts(of_one) for variant, of_one in found.variants.items()}
        _tell(figures.statistics(t, counts(found.total), of_each))
    return DONE


_COMMANDS = {
    "deal": _deal,
    "verify": _verify,
    "check": _check,
    "solve": _solve,
    "survey": _survey,
    "stats": _stats,
}
