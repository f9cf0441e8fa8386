"""The help and the rules page; it explains, and is not asked what is allowed."""

from __future__ import annotations

from typing import NamedTuple

from crescent_a11y.engine.deal import Variant
from crescent_a11y.language.catalog import Translator
from crescent_a11y.language.vocabulary import SPECS


def help_text(t: Translator, variant: Variant = Variant.TRADITIONAL) -> str:
    """The first help: how to move, and the commands."""
    return "\n".join(
        (
            t.gettext(
                "To move a card, type the pile it lies on and the pile it goes to: 10 14. For a "
                "foundation, type f: 10 f."
            ),
            t.gettext(
                "Cards can be named instead: ace of spades on king of spades, or AS KS. A pile "
                "alone moves its card where only one place takes it."
            ),
            t.gettext(
                "table says all cards, pile 5 one pile, foundations the foundations, moves every "
                "possible move."
            ),
            t.ngettext(
                "redeal brings the bottom card of each pile to the top, {count} time a game.",
                "redeal brings the bottom card of each pile to the top, {count} times a game.",
                variant.redeals,
            ).format(count=variant.redeals),
            t.gettext(
                "undo takes a move back, redo plays it again, repeat says the last answer again."
            ),
            t.gettext(
                "hint says a move and where it leads; win says whether the game can still be won; "
                "finish plays the last moves."
            ),
            t.gettext("status says moves, redeals and time; code says the deal code."),
            t.gettext(
                "new deals another game, restart the same one; save and load with a name keep a "
                "game and go back to it; quit ends the program."
            ),
            t.gettext(
                "lesson teaches the game step by step; rules explains it; language ro changes to "
                "Romanian."
            ),
            t.gettext(
                "help all explains every command; help and a command, such as help undo, that one."
            ),
        )
    )


def command_help(t: Translator, name: str) -> str:
    """The help of one command."""
    return next(spec.help(t) for spec in SPECS if spec.name == name)


class Section(NamedTuple):
    """A section of the rules page: its heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences one after another."""
        return " ".join(self.sentences)


def rules_sections(t: Translator, variant: Variant = Variant.TRADITIONAL) -> tuple[Section, ...]:
    """The rules page, as it is in a variant."""
    redeals = variant.redeals
    return (
        Section(
            t.gettext("In short"),
            (
                t.gettext(
                    "2 packs, 16 piles of 6 cards, 8 foundations: four go up from ace to king, "
                    "four go down from king to ace."
                ),
                t.gettext(
                    "One card is moved at a time, the top card of a pile, onto a card of the same "
                    "suit and of neighbouring rank; ace and king are neighbours."
                ),
                t.gettext("An empty pile stays empty."),
                t.ngettext("{count} redeal a game.", "{count} redeals a game.", redeals).format(
                    count=redeals
                ),
                t.gettext("The game is won when all 104 cards are on the foundations."),
            ),
        ),
        Section(
            t.gettext("The layout"),
            (
                t.gettext(
                    "The game is played with 2 shuffled packs of 52 cards: 104 cards, two of each."
                ),
                t.gettext(
                    "One ace and one king of each suit are set aside: they are the bases of the 8 "
                    "foundations."
                ),
                _piles_of_six(t, variant),
                t.gettext(
                    "The piles form a horseshoe: 4 piles on the left, 8 on top, 4 on the right."
                ),
                t.gettext(
                    "The foundations are in the centre, the four aces in the first row, the four "
                    "kings below."
                ),
                t.gettext(
                    "Only the top card of each pile is told: the cards below are discovered when "
                    "the top card is played."
                ),
            ),
        ),
        Section(
            t.gettext("The moves"),
            (
                t.gettext("Only one card is moved at a time, and only the top card of a pile."),
                t.gettext(
                    "On another pile it goes on a card of the same suit and of neighbouring rank, "
                    "higher or lower: the 8 of hearts on the 9 or the 7 of hearts."
                ),
                t.gettext(
                    "Ranks go round: the ace goes on the king of the same suit, and the king on "
                    "the ace."
                ),
                t.gettext("A pile holds at most 13 cards; beyond that, the move is refused."),
            ),
        ),
        Section(
            t.gettext("The empty pile"),
            (
                t.gettext(
                    "A pile once emptied stays empty to the end: no card can be placed on it."
                ),
                t.gettext("Each emptied pile thus takes away a place where cards can be arranged."),
            ),
        ),
        Section(
            t.gettext("The foundations"),
            (
                t.gettext(
                    "The four foundations of the ace go up: ace, 2, 3, up to the king, in the suit "
                    "of their ace."
                ),
                t.gettext(
                    "The four foundations of the king go down: king, queen, jack, down to the ace, "
                    "in the suit of their king."
                ),
                t.gettext(
                    "On a foundation ranks do not go round: nothing is placed on an ascending king "
                    "or a descending ace."
                ),
                t.gettext("A card never goes back from a foundation to a pile."),
                t.gettext(
                    "It can go from one foundation to the other of the same suit, if it follows "
                    "the top card there."
                ),
                t.gettext("The base card, the ace or king placed at the start, never moves."),
            ),
        ),
        Section(
            t.gettext("The redeal"),
            (
                t.gettext(
                    "A redeal takes, from each pile of two or more cards, the bottom card and puts "
                    "it on top; the order of the other cards does not change."
                ),
                t.ngettext(
                    "There is {count} redeal a game.", "There are {count} redeals a game.", redeals
                ).format(count=redeals),
                *_fourth_redeal(t, variant),
                t.gettext(
                    "A redeal does not count as a move, and the moves played before it can no "
                    "longer be undone."
                ),
            ),
        ),
        Section(
            t.gettext("The end of the game"),
            (
                t.gettext(
                    "The game is won when the 8 foundations have 13 cards each: all 104 cards are "
                    "on them."
                ),
                t.gettext(
                    "It is blocked when no move is possible any more and no redeal is left: the "
                    "program says so and offers to undo the last move or to begin a new game."
                ),
            ),
        ),
    )


def _fourth_redeal(t: Translator, variant: Variant) -> tuple[str, ...]:
    if variant is Variant.FOUR:
        return ()
    return (t.gettext("The variant Crescent Four has a fourth one: type new f for it."),)


def _piles_of_six(t: Translator, variant: Variant) -> str:
    if variant is Variant.FACE_DOWN:
        return t.gettext(
            "The other 96 cards make 16 piles of 6 cards, of which only the top one is face up; "
            "the others are turned over as they are uncovered."
        )
    return t.gettext(
        "The other 96 cards make 16 piles of 6 cards, all face up; for a game with the cards below "
        "face down, type new d."
    )


def rules_text(t: Translator, section: int | None, variant: Variant = Variant.TRADITIONAL) -> str:
    """One section of the rules, from 1; without a number the first one and the list of the rest."""
    sections = rules_sections(t, variant)
    chosen = sections[(section or 1) - 1]
    said = f"{chosen.heading}. {chosen.text}"
    if section is not None:
        return said
    others = "; ".join(f"{n} {other.heading}" for n, other in enumerate(sections[1:], 2))
    return "\n".join(
        (said, t.gettext("For more type rules and a number: {sections}.").format(sections=others))
    )


HELP_PAGE = 6
"""How many commands a page of the whole help explains."""


def help_pages(t: Translator) -> tuple[str, ...]:
    """The help of every command, in pages of a few lines."""
    texts = [spec.help(t) for spec in SPECS]
    pages = [texts[start : start + HELP_PAGE] for start in range(0, len(texts), HELP_PAGE)]
    said = []
    for number, page in enumerate(pages, 1):
        lines = [
            t.gettext("Page {number} of {last}.").format(number=number, last=len(pages)),
            *page,
        ]
        if number < len(pages):
            lines.append(t.gettext("Type help {number} for more.").format(number=number + 1))
        said.append("\n".join(lines))
    return tuple(said)


def no_such_page(t: Translator, last: int) -> str:
    """The number is no page's."""
    return t.gettext("The help has pages 1 to {last}.").format(last=last)


def no_such_section(t: Translator) -> str:
    """The number is no section's."""
    return t.gettext("The rules have sections 1 to {last}.").format(last=len(rules_sections(t)))


def no_such_topic(t: Translator, topic: str) -> str:
    """The word is no command's."""
    return t.gettext("There is no help on {topic}. Type help for the commands.").format(topic=topic)
