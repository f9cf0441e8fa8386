"""What is said of logs, valid or not; it judges nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from crescent_a11y.engine.game import Refusal
from crescent_a11y.engine.record import (
    BadDealCode,
    BadEncoding,
    CardMismatch,
    ClaimMismatch,
    Expected,
    Fault,
    PositionMismatch,
    Problem,
    Syntax,
    TimeMismatch,
    TooLong,
    UnknownCard,
    UnknownPlace,
    Unreadable,
    UnsupportedVersion,
)
from crescent_a11y.engine.replay import Report
from crescent_a11y.engine.rules import GameOver
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.diagram import describe, describe_place
from crescent_a11y.language.printable import printable
from crescent_a11y.language.refusals import refused
from crescent_a11y.language.words import (
    duration,
    hint_count,
    move_count,
    redeal_count,
    sentence,
    the_card,
    the_place,
)

_NOT_OF_THE_TABLE = (*get_args(Unreadable), TimeMismatch, ClaimMismatch)
_BEGINS_WITH_A_WORD = (UnknownPlace, UnknownCard, BadDealCode)  # which is quoted as it stands


def result_name(t: Translator, result: str) -> str:
    """A result in words."""
    match result:
        case "won":
            return t.pgettext("result", "won")
        case "blocked":
            return t.pgettext("result", "blocked")
        case _:
            return t.pgettext("result", "open")


def verdict(t: Translator, name: str, report: Report) -> str:
    """The verdict on a log in one line, which starts with the name of its file."""
    if report.fault is not None:
        return fault_in(t, name, report.fault)
    return t.gettext("{name}: valid: {facts}, deal {code}.").format(
        name=printable(name, 500), facts=_facts(t, report), code=report.code
    )


def fault_in(t: Translator, name: str, fault: Fault) -> str:
    """What is wrong in the log of that name, and where, as `FILE:LINE:COLUMN: ...`."""
    return f"{printable(name, 500)}:{fault.line}:{fault.column}: {fault_text(t, fault)}"


def _facts(t: Translator, report: Report) -> str:
    """What a valid log comes to."""
    facts = [
        t.gettext("game {result}").format(result=result_name(t, report.result or "open")),
        move_count(t, report.moves),
        redeal_count(t, report.redeals),
    ]
    if report.seconds is not None:
        facts.append(duration(t, report.seconds))
    if report.hints:
        facts.append(hint_count(t, report.hints))
    return ", ".join(facts)


def table_there(t: Translator, report: Report) -> str | None:
    """The table where an action of a log was refused, in words; None for other faults."""
    fault, game = report.fault, report.game
    if fault is None or game is None or isinstance(fault.problem, _NOT_OF_THE_TABLE):
        return None
    return describe(t, game.table.view)


def explained(t: Translator, table: str) -> str:
    """A table in words, after the fault that was found there."""
    return t.gettext("The table there: {table}").format(table=table)


def summary(t: Translator, valid: int, unreadable: int, faults: Sequence[tuple[str, int]]) -> str:
    """How several logs were judged; `faults` gives each code with its number."""
    text = t.gettext("Valid: {valid}. Not valid: {invalid}. Unreadable: {unreadable}.").format(
        valid=valid, invalid=sum(count for _, count in faults), unreadable=unreadable
    )
    if not faults:
        return text
    by_code = t.gettext("Faults: {faults}.").format(
        faults=", ".join(f"{code} {count}" for code, count in faults)
    )
    return f"{text} {by_code}"


def judged_so_far(t: Translator, done: int, total: int) -> str:
    """How far the judging of many logs has come."""
    return t.gettext("Judged: {done} of {total}.").format(done=done, total=total)


def spoken_verdict(t: Translator, report: Report) -> str:
    """The verdict on a log as the game says it: outcome first, without the file's name."""
    if report.fault is not None:
        fault = report.fault
        return t.gettext("Not valid. Line {line}, column {column}: {fault}").format(
            line=fault.line, column=fault.column, fault=fault_text(t, fault)
        )
    return t.gettext("Valid: {facts}.").format(facts=_facts(t, report))


def fault_text(t: Translator, fault: Fault) -> str:
    """What is wrong in a log, with the number of the move where it is one."""
    text = problem_text(t, fault.problem)
    if fault.move is None:
        return text
    return t.gettext("move {number}: {problem}").format(number=fault.move, problem=text)


def problem_text(t: Translator, problem: Problem) -> str:
    """A problem of a log in one or two sentences, which may begin with a word of the log."""
    text = _problem_text(t, problem)
    return text if isinstance(problem, _BEGINS_WITH_A_WORD) else sentence(text)


def _problem_text(t: Translator, problem: Problem) -> str:
    match problem:
        case Syntax("", expected):
            return t.gettext("{expected} is needed here.").format(expected=_expected(t, expected))
        case Syntax(word, expected):
            return t.gettext("{expected} is needed here, not {word}.").format(
                expected=_expected(t, expected), word=printable(word)
            )
        case UnknownPlace(word):
            return not_a_place(t, word)
        case UnknownCard(word):
            return t.gettext(
                "{word} is not a card. A card is a rank, A, 2 to 10, J, Q or K, and a suit, S, H, "
                "D or C."
            ).format(word=printable(word))
        case BadDealCode(word):
            return not_a_code(t, word)
        case UnsupportedVersion(word):
            return t.gettext("Version {word} of the log is not known here, only version 1.").format(
                word=printable(word)
            )
        case TooLong(""):
            return t.gettext("The line has more than 4096 bytes.")
        case TooLong(word):
            return t.gettext("{word} has more than ten digits.").format(word=printable(word))
        case BadEncoding(byte):
            return t.gettext("The byte {byte} does not belong to text in UTF-8.").format(
                byte=f"{byte:02X}"
            )
        case CardMismatch(told, place, found):
            return t.gettext("The log names {told}, but on {place} lies {found}.").format(
                told=the_card(t, told), place=the_place(t, place), found=the_card(t, found)
            )
        case TimeMismatch(told, before):
            return t.gettext("The time goes back from {before} to {told} seconds.").format(
                before=before, told=told
            )
        case PositionMismatch(place, told_sight, found_sight):
            return t.gettext("The table differs. In the log: {told}. In the game: {found}.").format(
                told=describe_place(t, place, told_sight),
                found=describe_place(t, place, found_sight),
            )
        case ClaimMismatch(name, told_claim, found_claim):
            return t.gettext("The log claims {told}; the replay gives {found}.").format(
                told=_claim(t, name, told_claim), found=_claim(t, name, found_claim)
            )
        case _:
            return refusal_text(t, problem)


def refusal_text(t: Translator, refusal: Refusal) -> str:
    """Why the rules refuse an action, to somebody who plays no game here."""
    if isinstance(refusal, GameOver):
        return t.gettext("The game is won already; nothing can follow.")
    return refused(t, refusal)


def not_a_code(t: Translator, text: str) -> str:
    """The text, which stands as it was written, is no deal code."""
    return t.gettext(
        "{text} is not a deal code. A code looks like CR1-N-AAAAAAB, or is a number."
    ).format(text=printable(text))


def not_a_place(t: Translator, word: str) -> str:
    """A word on the command line that should name a place."""
    return t.gettext(
        "{word} is not a place. Places are 1 to 16 and us, uh, ud, uc, ds, dh, dd, dc."
    ).format(word=printable(word))


def _claim(t: Translator, name: str, value: str | int) -> str:
    """What a log claims, in words."""
    match name, value:
        case "moves", int(count):
            return move_count(t, count)
        case "redeals", int(count):
            return redeal_count(t, count)
        case "time", int(seconds):
            return duration(t, seconds)
        case _:
            return t.gettext("a game that is {result}").format(result=result_name(t, str(value)))


def _expected(t: Translator, expected: Expected) -> str:
    match expected:
        case Expected.HEADER:
            return t.pgettext("expected in a log", "the line crescent 1")
        case Expected.DEAL:
            return t.pgettext("expected in a log", "the line deal with a code")
        case Expected.ITEM | Expected.ACTION:
            return t.pgettext("expected in a log", "an action or a claim")
        case Expected.CLAIM:
            return t.pgettext("expected in a log", "another claim or the end")
        case Expected.DESTINATION:
            return t.pgettext("expected in a log", "a destination")
        case Expected.CARD_OR_TIME:
            return t.pgettext("expected in a log", "a card or a time")
        case Expected.TIME:
            return t.pgettext("expected in a log", "a time such as @83")
        case Expected.LINE_END:
            return t.pgettext("expected in a log", "the end of the line")
        case Expected.VALUE:
            return t.pgettext("expected in a log", "a value")
        case Expected.RESULT:
            return t.pgettext("expected in a log", "won, blocked or open")
        case Expected.NUMBER:
            return t.pgettext("expected in a log", "a number")
        case Expected.TABLE:
            return t.pgettext("expected in a log", "a table in words")
        case Expected.WHOLE_TABLE:
            return t.pgettext(
                "expected in a log", "a table with all 8 foundations and all 16 piles"
            )
        case Expected.PLAIN_TEXT:
            return t.pgettext("expected in a log", "a printable character")
