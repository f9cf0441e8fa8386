"""What the checker and the shell say of logs, tables and files; it judges nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from crescent_a11y.engine.deal import Variant
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
from crescent_a11y.engine.rules import Move
from crescent_a11y.engine.table import Table
from crescent_a11y.engine.view import (
    Contradiction,
    ImpossibleCount,
    ThirdCopy,
    UnreadableView,
    WrongTop,
    WrongTotal,
)
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.diagram import describe, describe_place
from crescent_a11y.language.printable import printable
from crescent_a11y.language.refusals import refused
from crescent_a11y.language.words import (
    card_count,
    card_name,
    duration,
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
    name = printable(name, 500)
    if report.fault is not None:
        fault = report.fault
        return f"{name}:{fault.line}:{fault.column}: {fault_text(t, fault)}"
    facts = [
        t.gettext("game {result}").format(result=result_name(t, report.result or "open")),
        move_count(t, report.moves),
        redeal_count(t, report.redeals),
    ]
    if report.seconds is not None:
        facts.append(duration(t, report.seconds))
    return t.gettext("{name}: valid: {facts}, deal {code}.").format(
        name=name, facts=", ".join(facts), code=report.code
    )


def table_there(t: Translator, report: Report) -> str | None:
    """What the table looked like where an action of a log was refused; None for other faults."""
    fault, game = report.fault, report.game
    if fault is None or game is None or isinstance(fault.problem, _NOT_OF_THE_TABLE):
        return None
    return t.gettext("The table there: {table}").format(table=describe(t, game.table.view))


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
    return t.gettext("Valid: game {result}, {moves}, {redeals}.").format(
        result=result_name(t, report.result or "open"),
        moves=move_count(t, report.moves),
        redeals=redeal_count(t, report.redeals),
    )


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
            return t.gettext(
                "{text} is not a deal code. A code looks like CR1-N-AAAAAAB, or is a number."
            ).format(text=printable(word))
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
            return refused(t, problem)


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


# Tables in words


def contradiction_text(t: Translator, found: Contradiction) -> str:
    """Why no table looks as described."""
    match found:
        case WrongTop(place, told):
            assert told.top is not None  # noqa: S101 - a foundation told without a top has no count
            return t.gettext("{card} cannot lie on {place} with {count}.").format(
                card=sentence(the_card(t, told.top)),
                place=the_place(t, place),
                count=card_count(t, told.count),
            )
        case ImpossibleCount(place, told):
            return t.gettext("{place} cannot have {count}.").format(
                place=sentence(the_place(t, place)), count=card_count(t, told.count)
            )
        case WrongTotal(total):
            return t.gettext("The table has {count}; it must have 104.").format(
                count=card_count(t, total)
            )
        case ThirdCopy(card):
            return t.gettext("{card} is there a third time; there are two.").format(
                card=sentence(the_card(t, card))
            )


def unreadable_view(t: Translator, error: UnreadableView) -> str:
    """Where a table in words is not understood."""
    if not error.word:
        return t.gettext("The table is not whole: 8 foundations and 16 piles are needed.")
    return t.gettext("Not understood at character {column}: {word}.").format(
        column=error.column, word=error.word
    )


def allowed(t: Translator, table: Table, move: Move) -> str:
    """A move of a described table is allowed."""
    card = table.places[move.source][-1]
    return t.gettext("Allowed: {card} from {source} to {destination}.").format(
        card=card_name(t, card),
        source=the_place(t, move.source),
        destination=the_place(t, move.destination),
    )


def no_moves(t: Translator) -> str:
    """A described table has no move."""
    return t.gettext("No move is possible.")


def of_table(t: Translator, number: int, text: str) -> str:
    """What is said of one of several described tables, on one line or more."""
    if "\n" in text:
        return t.gettext("Table {number}:").format(number=number) + "\n" + text
    return t.gettext("Table {number}: {text}").format(number=number, text=text)


# The solver


def win_found(t: Translator, moves: int, redeals: int) -> str:
    """How long the win is that was found."""
    return t.gettext("A win in {moves} with {redeals}.").format(
        moves=move_count(t, moves), redeals=redeal_count(t, redeals)
    )


def no_win(t: Translator) -> str:
    """It is proved that there is no win."""
    return t.gettext("No win is possible.")


def no_win_found(t: Translator) -> str:
    """Whether there is a win is not known."""
    return t.gettext("No win was found in that time.")


# Statistics


class Counts(NamedTuple):
    """The figures of some games; a median can end in a half, None stands where no game was won."""

    played: int
    won: int
    blocked: int
    given_up: int
    streak: int
    best_streak: int
    best_moves: int | None
    median_moves: float | None
    best_seconds: int | None
    median_seconds: float | None


def statistics(t: Translator, total: Counts, variants: Mapping[Variant, Counts]) -> str:
    """The figures in words: of all games, and of each variant where there are several."""
    if not total.played:
        return t.gettext("No game has ended yet.")
    lines = [_figures(t, total)]
    if len(variants) > 1:
        for variant, counts in variants.items():
            lines.append(f"{_variant(t, variant)} {_figures(t, counts)}")
    return "\n".join(lines)


def _variant(t: Translator, variant: Variant) -> str:
    match variant:
        case Variant.TRADITIONAL:
            return t.gettext("Traditional game.")
        case Variant.FOUR:
            return t.gettext("Crescent Four.")
        case Variant.FACE_DOWN:
            return t.gettext("Face-down game.")


def _figures(t: Translator, counts: Counts) -> str:
    games = t.ngettext("{count} game", "{count} games", counts.played).format(count=counts.played)
    said = [
        t.gettext("{games}: {won} won, {blocked} blocked, {given_up} given up.").format(
            games=games, won=counts.won, blocked=counts.blocked, given_up=counts.given_up
        )
    ]
    if counts.won:
        said.append(
            t.gettext("Won in a row: {streak}; at best {best}.").format(
                streak=counts.streak, best=counts.best_streak
            )
        )
    if counts.best_moves is not None and counts.median_moves is not None:
        said.append(
            t.gettext("Moves of a win: at best {best}, usually {median}.").format(
                best=counts.best_moves, median=round(counts.median_moves)
            )
        )
    if counts.best_seconds is not None and counts.median_seconds is not None:
        said.append(
            t.gettext("Time of a win: at best {best}, usually {median}.").format(
                best=duration(t, counts.best_seconds),
                median=duration(t, round(counts.median_seconds)),
            )
        )
    return " ".join(said)


# The command line


def usage(t: Translator, command: str | None) -> str:
    """How a command of the shell is written; of the program as a whole without one."""
    match command:
        case "play":
            return t.gettext(
                "Usage: crescent-a11y play [--lang ro|en] [--deal CODE] [--log FILE] "
                "[--speech on|off|ask]"
            )
        case "deal":
            return t.gettext("Usage: crescent-a11y deal CODE [--format text|json]")
        case "verify":
            return t.gettext(
                "Usage: crescent-a11y verify FILE… [--explain] [--quiet] [--jobs N] "
                "[--dask ADDRESS] [--format text|json]"
            )
        case "check":
            return t.gettext("Usage: crescent-a11y check FILE [FROM TO] [--format text|json]")
        case "solve":
            return t.gettext(
                "Usage: crescent-a11y solve CODE_OR_LOG [--output FILE] [--seconds S] "
                "[--format text|json]"
            )
        case "survey":
            return t.gettext(
                "Usage: crescent-a11y survey --from CODE --count N [--output FILE] [--seconds S] "
                "[--jobs N] [--dask ADDRESS]"
            )
        case "stats":
            return t.gettext("Usage: crescent-a11y stats [--rebuild] [--format text|json]")
        case _:
            return t.gettext(
                "Usage: crescent-a11y [play|deal|verify|check|solve|survey|stats] [--lang ro|en]"
            )


def shell_help(t: Translator, command: str | None) -> str:
    """What the commands of the shell do."""
    match command:
        case "play":
            text = t.gettext(
                "Plays the game. --deal names the deal; --log writes the game's log to a new file; "
                "--speech on lets the game speak by itself."
            )
        case "deal":
            text = t.gettext(
                "Says the table of a deal in words; as json, every card, bottom first."
            )
        case "verify":
            text = t.gettext(
                "Plays each log by the rules and judges it. A folder stands for all its .crescent "
                "files, - for standard input. --explain says what the table looked like where a "
                "move was refused; --quiet says nothing; --jobs N uses N cores, --dask the Dask "
                "cluster at an address. Status 0: all valid; 1: some are not; 2: a file cannot "
                "be read."
            )
        case "check":
            text = t.gettext(
                "Reads a table in words and says whether a move is allowed there, or which moves "
                "are. Blank lines may stand between several tables. Status 0: allowed or listed; "
                "1: refused; 2: a table cannot be read."
            )
        case "solve":
            text = t.gettext(
                "Looks for a win from a deal, or from where a log ends, and writes it as a log. "
                "Status 0: found; 1: there is none; 3: not found in that time."
            )
        case "survey":
            text = t.gettext(
                "Looks for a win of many deals, from the deal --from on, and sums up. Each deal "
                "gets a line of JSON; with --output they go to a file, and a survey that was "
                "stopped goes on from there. --seconds limits the search of a deal; --jobs N uses "
                "N cores, --dask the Dask cluster at an address."
            )
        case "stats":
            text = t.gettext(
                "Says how many games were played, won, and how well. --rebuild counts the archive "
                "anew."
            )
        case _:
            text = t.gettext(
                "Crescent solitaire by ear, and a checker for its logs. Without a command it "
                "plays. --version says the version; a command and --help say more."
            )
    return f"{usage(t, command)}\n{text}"


def unknown_option(t: Translator, word: str, command: str | None) -> str:
    """An option or argument that the command does not take."""
    problem = t.gettext("Not understood: {word}.").format(word=printable(word))
    return f"{problem} {usage(t, command)}"


def incomplete(t: Translator, command: str | None) -> str:
    """Something is missing on the command line."""
    problem = t.gettext("Something is missing.")
    return f"{problem} {usage(t, command)}"


def bad_code(t: Translator, text: str) -> str:
    """The text is no deal code."""
    return t.gettext(
        "{text} is not a deal code. A code looks like CR1-N-AAAAAAB, or is a number."
    ).format(text=sentence(printable(text)))


def not_a_place(t: Translator, word: str) -> str:
    """A word on the command line that should name a place."""
    return t.gettext(
        "{word} is not a place. Places are 1 to 16 and us, uh, ud, uc, ds, dh, dd, dc."
    ).format(word=printable(word))


def moves_listed(t: Translator, table: Table, moves: list[Move]) -> list[str]:
    """The legal moves of a described table, one a line."""
    return [
        t.gettext("{card} from {source} to {destination}").format(
            card=sentence(card_name(t, table.places[move.source][-1])),
            source=the_place(t, move.source),
            destination=the_place(t, move.destination),
        )
        for move in moves
    ]
