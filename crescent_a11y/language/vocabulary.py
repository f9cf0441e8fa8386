"""The commands of the game, each with its words and its help; what they do is not here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.fold import fold


class Spec(NamedTuple):
    """A command: its name in the program, the words for it, its help.

    `words` gives the words in a language, separated by commas, the one to be shown first; `help`
    one or two sentences.
    """

    name: str
    words: Callable[[Translator], str]
    help: Callable[[Translator], str]


def phrases(words: str) -> list[str]:
    """The folded forms of words separated by commas."""
    return [folded for word in words.split(",") if (folded := fold(word))]


SPECS: tuple[Spec, ...] = (
    Spec(
        "move",
        lambda t: t.pgettext("command", "move, m"),
        lambda t: t.gettext(
            "Type where the card lies and where it goes: 10 14, or 10 f for the foundations, or "
            "the cards: ace of spades on king of spades. One place alone moves its card where "
            "only one place takes it."
        ),
    ),
    Spec(
        "redeal",
        lambda t: t.pgettext("command", "redeal"),
        lambda t: t.gettext(
            "redeal takes the bottom card of each pile of two or more and puts it on top. Moves "
            "made before it can no longer be undone."
        ),
    ),
    Spec(
        "undo",
        lambda t: t.pgettext("command", "undo, u, back"),
        lambda t: t.gettext(
            "undo takes back the last move; undo 3 takes back three. At most the last 100 moves, "
            "and none from before a redeal."
        ),
    ),
    Spec(
        "redo",
        lambda t: t.pgettext("command", "redo"),
        lambda t: t.gettext("redo plays again the move that undo took back."),
    ),
    Spec(
        "table",
        lambda t: t.pgettext("command", "table, t"),
        lambda t: t.gettext("table says every foundation and every pile with its top card."),
    ),
    Spec(
        "pile",
        lambda t: t.pgettext("command", "pile"),
        lambda t: t.gettext("pile 5 says how many cards pile 5 has, and the top one."),
    ),
    Spec(
        "foundations",
        lambda t: t.pgettext("command", "foundations"),
        lambda t: t.gettext("foundations says the top card of each foundation."),
    ),
    Spec(
        "suit",
        lambda t: t.pgettext("command", "suit"),
        lambda t: t.gettext(
            "suit hearts says what the foundations of hearts want, and the hearts on the piles; "
            "hearts alone does the same."
        ),
    ),
    Spec(
        "where",
        lambda t: t.pgettext("command", "where, where is"),
        lambda t: t.gettext("where 8 of hearts says where that card lies, as far as it was seen."),
    ),
    Spec(
        "wanted",
        lambda t: t.pgettext("command", "wanted"),
        lambda t: t.gettext("wanted says which card each foundation wants next, and where it is."),
    ),
    Spec(
        "seen",
        lambda t: t.pgettext("command", "seen"),
        lambda t: t.gettext(
            "seen 5, or pile 5 seen, says the cards of pile 5 that have lain open, from the top "
            "down. memory off leaves the remembering to you."
        ),
    ),
    Spec(
        "left",
        lambda t: t.pgettext("command", "left"),
        lambda t: t.gettext("left says piles 1 to 4."),
    ),
    Spec(
        "top",
        lambda t: t.pgettext("command", "top"),
        lambda t: t.gettext("top says piles 5 to 12."),
    ),
    Spec(
        "right",
        lambda t: t.pgettext("command", "right"),
        lambda t: t.gettext("right says piles 13 to 16."),
    ),
    Spec(
        "changes",
        lambda t: t.pgettext("command", "changes"),
        lambda t: t.gettext("changes says what is different since you last heard the table."),
    ),
    Spec(
        "moves",
        lambda t: t.pgettext("command", "moves"),
        lambda t: t.gettext(
            "moves says every possible move, suit by suit; moves 10, moves hearts and moves "
            "foundation say some of them."
        ),
    ),
    Spec(
        "status",
        lambda t: t.pgettext("command", "status"),
        lambda t: t.gettext(
            "status says the moves made, the redeals left, the time, the hints taken, and the "
            "cards on the foundations."
        ),
    ),
    Spec(
        "new",
        lambda t: t.pgettext("command", "new, new game"),
        lambda t: t.gettext(
            "new deals another game; new with a deal code deals that one; new f deals a game with "
            "a fourth redeal, new d one whose cards lie face down."
        ),
    ),
    Spec(
        "restart",
        lambda t: t.pgettext("command", "restart, start over"),
        lambda t: t.gettext("restart deals the same cards once more."),
    ),
    Spec(
        "code",
        lambda t: t.pgettext("command", "code"),
        lambda t: t.gettext("code says the deal code, which deals the same cards again."),
    ),
    Spec(
        "language",
        lambda t: t.pgettext("command", "language"),
        lambda t: t.gettext("language ro changes to Romanian, language en to English."),
    ),
    Spec(
        "repeat",
        lambda t: t.pgettext("command", "repeat, r"),
        lambda t: t.gettext("repeat says the last answer again."),
    ),
    Spec(
        "reasons",
        lambda t: t.pgettext("command", "reasons"),
        lambda t: t.gettext(
            "reasons off makes a refusal one word; reasons on says again why a move is refused."
        ),
    ),
    Spec(
        "confirm",
        lambda t: t.pgettext("command", "confirm"),
        lambda t: t.gettext(
            "confirm off no longer asks before something is lost, as by redeal, new or restart; "
            "confirm on asks again. When lines come from a file or a pipe, nothing is ever asked."
        ),
    ),
    Spec(
        "hint",
        lambda t: t.pgettext("command", "hint"),
        lambda t: t.gettext(
            "hint says one move and where it leads. Hints are counted. Enter stops a long search."
        ),
    ),
    Spec(
        "win",
        lambda t: t.pgettext(
            "command", "win, can i still win, can i still win?, can i win, can i win?"
        ),
        lambda t: t.gettext(
            "win says whether the game can still be won, as far as that can be found out."
        ),
    ),
    Spec(
        "solution",
        lambda t: t.pgettext("command", "solution"),
        lambda t: t.gettext(
            "solution says a line to a win, hidden cards and all, in parts, after asking. Each "
            "part counts as a hint."
        ),
    ),
    Spec(
        "finish",
        lambda t: t.pgettext("command", "finish"),
        lambda t: t.gettext(
            "finish plays the rest when moves to the foundations alone end the game. The game "
            "offers it once that is certain from the cards that you have seen."
        ),
    ),
    Spec(
        "warnings",
        lambda t: t.pgettext("command", "warnings"),
        lambda t: t.gettext(
            "warnings on says once, after a move, that the game can no longer be won, where that "
            "is soon found out; it looks at hidden cards too. warnings off ends that."
        ),
    ),
    Spec(
        "why",
        lambda t: t.pgettext("command", "why"),
        lambda t: t.gettext("why explains the last refusal, and says where the card could go."),
    ),
    Spec(
        "again",
        lambda t: t.pgettext("command", "again"),
        lambda t: t.gettext("again does the last command once more."),
    ),
    Spec(
        "oops",
        lambda t: t.pgettext("command", "oops"),
        lambda t: t.gettext("oops 12 puts 12 in place of the word that was not understood."),
    ),
    Spec(
        "alias",
        lambda t: t.pgettext("command", "alias"),
        lambda t: t.gettext(
            "alias r redeal lets you type r for redeal; alias alone says all that you have. "
            "Numbers, places, cards, yes and no keep their meaning."
        ),
    ),
    Spec(
        "forget",
        lambda t: t.pgettext("command", "forget, unalias"),
        lambda t: t.gettext("forget r takes back the meaning that alias gave to r."),
    ),
    Spec(
        "memory",
        lambda t: t.pgettext("command", "memory"),
        lambda t: t.gettext(
            "memory off makes the game forget what has lain open; memory on brings it back."
        ),
    ),
    Spec(
        "last",
        lambda t: t.pgettext("command", "last"),
        lambda t: t.gettext("last 3 says the last three answers, the newest first."),
    ),
    Spec(
        "spell",
        lambda t: t.pgettext("command", "spell"),
        lambda t: t.gettext("spell spells the deal code letter by letter."),
    ),
    Spec(
        "verbosity",
        lambda t: t.pgettext("command", "verbosity"),
        lambda t: t.gettext(
            "verbosity brief, verbosity normal or verbosity full sets how much a move says."
        ),
    ),
    Spec(
        "cards",
        lambda t: t.pgettext("command", "cards"),
        lambda t: t.gettext("cards codes calls cards by codes such as QS; cards words by words."),
    ),
    Spec(
        "counts",
        lambda t: t.pgettext("command", "counts"),
        lambda t: t.gettext("counts off leaves out, after a move, how many cards lie there."),
    ),
    Spec(
        "speech",
        lambda t: t.pgettext("command", "speech"),
        lambda t: t.gettext(
            "speech on lets the game speak by itself, for those whose screen reader does not read "
            "the terminal; speech off ends it; speech test lets you hear it. speech ask makes the "
            "next start offer it once more."
        ),
    ),
    Spec(
        "stop",
        lambda t: t.pgettext("command", "stop"),
        lambda t: t.gettext("stop silences the voice of the game; so does an empty line."),
    ),
    Spec(
        "braille",
        lambda t: t.pgettext("command", "braille, braille line"),
        lambda t: t.gettext(
            "braille line on begins the prompt with the last result in short, for a braille "
            "display; braille line off ends that."
        ),
    ),
    Spec(
        "save",
        lambda t: t.pgettext("command", "save"),
        lambda t: t.gettext(
            "save and a name keeps the game as it stands; without that, too, the game goes on "
            "where you left it."
        ),
    ),
    Spec(
        "load",
        lambda t: t.pgettext("command", "load"),
        lambda t: t.gettext("load and a name goes on with a saved game; the present one is kept."),
    ),
    Spec(
        "saves",
        lambda t: t.pgettext("command", "saves"),
        lambda t: t.gettext("saves says the names of the saved games."),
    ),
    Spec(
        "statistics",
        lambda t: t.pgettext("command", "statistics, stats"),
        lambda t: t.gettext("statistics says how many games were played, won, and how well."),
    ),
    Spec(
        "pause",
        lambda t: t.pgettext("command", "pause"),
        lambda t: t.gettext("pause stops the clock until the next command."),
    ),
    Spec(
        "log",
        lambda t: t.pgettext("command", "log"),
        lambda t: t.gettext(
            "log and the name of a new file writes the moves of this game there, from the first to "
            "the last."
        ),
    ),
    Spec(
        "verify",
        lambda t: t.pgettext("command", "verify"),
        lambda t: t.gettext(
            "verify and the name of a file plays the log in it by the rules and judges it."
        ),
    ),
    Spec(
        "replay",
        lambda t: t.pgettext("command", "replay"),
        lambda t: t.gettext(
            "replay and the name of a file walks through the log in it: an empty line or next for "
            "the next step, previous, to 12, play on to play from there, replay off to leave."
        ),
    ),
    Spec(
        "lesson",
        lambda t: t.pgettext("command", "lesson, tutorial"),
        lambda t: t.gettext(
            "lesson teaches the game in a few steps on tables of its own; lesson 5 goes to the "
            "fifth, lesson off goes back to your game."
        ),
    ),
    Spec(
        "rules",
        lambda t: t.pgettext("command", "rules"),
        lambda t: t.gettext("rules explains the game in sections; rules 3 reads the third."),
    ),
    Spec(
        "help",
        lambda t: t.pgettext("command", "help, ?"),
        lambda t: t.gettext(
            "help and the name of a command explains the command; help all explains every command, "
            "and help 2 is its second page."
        ),
    ),
    Spec(
        "cancel",
        lambda t: t.pgettext("command", "cancel"),
        lambda t: t.gettext("cancel lets go of the card that waits for a destination; so does no."),
    ),
    Spec(
        "quit",
        lambda t: t.pgettext("command", "quit, exit, q"),
        lambda t: t.gettext("quit ends the program."),
    ),
)

NAMES: tuple[str, ...] = tuple(spec.name for spec in SPECS)
"""The names of all commands, in the order in which help lists them."""
