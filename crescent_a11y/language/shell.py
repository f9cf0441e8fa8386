"""What is said of the commands of the shell: help, what is wrong in one, what `solve` found."""

from __future__ import annotations

from collections.abc import Sequence

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.printable import printable
from crescent_a11y.language.words import move_count, one_of, redeal_count


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


# Help


def help_text(t: Translator, command: str | None) -> str:
    """How a command is written, what it does, and its exit statuses; without one, all of them."""
    said = _about_the_command(t, command) if command else _about_the_program(t)
    return "\n".join((usage(t, command), *said))


def _about_the_program(t: Translator) -> Sequence[str]:
    return (
        t.gettext(
            "Crescent solitaire by ear, and a checker for its logs. Without a command it plays."
        ),
        t.gettext("{command} lets you play.").format(command="play"),
        t.gettext("{command} says the table of a deal.").format(command="deal"),
        t.gettext("{command} judges logs by the rules.").format(command="verify"),
        t.gettext("{command} says which moves are allowed on a table in words.").format(
            command="check"
        ),
        t.gettext("{command} looks for a win of one deal.").format(command="solve"),
        t.gettext("{command} looks for a win of many deals.").format(command="survey"),
        t.gettext("{command} says how your games ended.").format(command="stats"),
        t.gettext("A command and --help say more. --version says the version."),
        t.gettext("Status 0: done; 2: the command line or a file is wrong."),
    )


def _about_the_command(t: Translator, command: str) -> Sequence[str]:
    match command:
        case "play":
            return (
                t.gettext(
                    "Plays the game. --deal names the deal; --log writes the game's log to a new "
                    "file. --speech on lets the game speak by itself, --speech off does not; "
                    "--speech ask says at the start how to switch that on."
                ),
                t.gettext("Status 0: the game was left; 2: it could not be started."),
            )
        case "deal":
            return (
                t.gettext("Says the table of a deal in words; as json, every card, bottom first."),
                t.gettext("Status 0: said; 2: the code is wrong."),
            )
        case "verify":
            return (
                t.gettext(
                    "Plays each log by the rules and judges it. A folder stands for all its "
                    ".crescent files, - for standard input. --explain says what the table looked "
                    "like where a move was refused; --quiet says nothing; --jobs N uses N cores, "
                    "--dask the Dask cluster at an address."
                ),
                t.gettext(
                    "Status 0: all logs are valid; 1: some are not; 2: a file cannot be read."
                ),
            )
        case "check":
            return (
                t.gettext(
                    "Reads a table in words and says whether a move is allowed there, or which "
                    "moves are. Blank lines may stand between several tables."
                ),
                t.gettext("Status 0: allowed or listed; 1: refused; 2: a table cannot be read."),
            )
        case "solve":
            return (
                t.gettext(
                    "Looks for a win from a deal, or from where a log ends, and writes it as a "
                    "log, with --output to a new file. --seconds limits the search."
                ),
                t.gettext(
                    "Status 0: found; 1: there is none; 2: the deal or the log is wrong; 3: not "
                    "found in that time."
                ),
            )
        case "survey":
            return (
                t.gettext(
                    "Looks for a win of many deals, from the deal --from on, and sums up. Each "
                    "deal gets a line of JSON; with --output they go to a file, and a survey that "
                    "was stopped goes on from there. --seconds limits the search of a deal; "
                    "--jobs N uses N cores, --dask the Dask cluster at an address."
                ),
                t.gettext("Status 0: all deals were searched; 2: the file is wrong."),
            )
        case _:
            return (
                t.gettext(
                    "Says how many games were played, won, and how well. --rebuild counts the "
                    "archive anew."
                ),
                t.gettext("Status 0: said; 2: the statistics cannot be used."),
            )


# What is wrong in a command


def not_understood(t: Translator, word: str, command: str | None) -> str:
    """An option or a word that the command does not take."""
    problem = t.gettext("Not understood: {word}.").format(word=printable(word))
    return f"{problem} {usage(t, command)}"


def without_value(t: Translator, option: str, command: str | None) -> str:
    """An option that wants a value has none."""
    problem = t.gettext("A value is needed after {option}.").format(option=option)
    return f"{problem} {usage(t, command)}"


def without_option(t: Translator, option: str, command: str) -> str:
    """The command cannot do without an option."""
    problem = t.gettext("The option {option} is missing.").format(option=option)
    return f"{problem} {usage(t, command)}"


def incomplete(t: Translator, command: str, given: int) -> str:
    """The command wants more words than were given."""
    return f"{_missing(t, command, given)} {usage(t, command)}"


def _missing(t: Translator, command: str, given: int) -> str:
    match command, given:
        case "deal", _:
            return t.gettext("The deal code is missing.")
        case "solve", _:
            return t.gettext("The deal code or the name of the log is missing.")
        case "check", 2:
            return t.gettext("The place to move to is missing.")
        case _:
            return t.gettext("The name of the file is missing.")


def not_a_choice(
    t: Translator, option: str, choices: Sequence[str], word: str, command: str | None
) -> str:
    """The value of an option is none of those it takes."""
    problem = t.gettext("{option} takes {choices}, not {word}.").format(
        option=option, choices=one_of(t, choices), word=printable(word)
    )
    return f"{problem} {usage(t, command)}"


def not_a_number(t: Translator, option: str, least: int, most: int, word: str) -> str:
    """The value of an option is no whole number, or is out of its range."""
    return t.gettext("{option} takes a whole number from {least} to {most}, not {word}.").format(
        option=option, least=least, most=most, word=printable(word)
    )


def jobs_or_dask(t: Translator) -> str:
    """The work is for cores or for a cluster."""
    return t.gettext("--jobs and --dask cannot go together.")


def nothing_to_solve(t: Translator, word: str) -> str:
    """The word is the name of no file, and no deal code."""
    return t.gettext(
        "{word} is neither a file nor a deal code. A code looks like CR1-N-AAAAAAB, or is a number."
    ).format(word=printable(word))


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
