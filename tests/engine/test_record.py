"""The log format: what is read, what is refused and where, and what is written."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import DATA, card, log_lines, move, numbered, records, values

from crescent_a11y.engine.deal import DealCode
from crescent_a11y.engine.game import Undo
from crescent_a11y.engine.record import (
    LONGEST_LINE,
    BadEncoding,
    Claim,
    Expect,
    Expected,
    Fault,
    Item,
    Line,
    Record,
    Step,
    Syntax,
    Tag,
    TooLong,
    UnknownCard,
    UnknownPlace,
    lines_of,
    read,
    write,
)
from crescent_a11y.engine.rules import Redeal

START = b"crescent 1\ndeal CR1-N-AAAAAAB\n"
MOVE = Step(move("10 14"), card("AS"), 83)


def items(data: bytes) -> list[Item]:
    return [line.item for line in read(log_lines(data))]


def fault(data: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        list(read(log_lines(data)))
    return caught.value


# Both ways

EXAMPLE = Record(
    numbered(1),
    (Tag("player", "Ștefan cel Mare"), Tag("x-2-y", "a")),
    (
        MOVE,
        Step(move("3 uh")),
        Expect("stiva 1: goală"),
        Step(Redeal(), None, 120),
        Step(Undo(), None, 125),
        Step(move("us ds"), None, 0),
        Step(move("us ds"), card("10S")),
        Step(Redeal()),
        Step(Undo()),
    ),
    (
        Claim("result", "won"),
        Claim("moves", 137),
        Claim("redeals", 3),
        Claim("time", 754),
        Claim("hints", 2),
    ),
)
TEXT = """\
crescent 1
deal CR1-N-AAAAAAB
player Ștefan cel Mare
x-2-y a
10 14 AS @83
3 uh
expect stiva 1: goală
redeal @120
undo @125
us ds @0
us ds 10S
redeal
undo
result won
moves 137
redeals 3
time 754
hints 2
"""


def test_a_log_is_written_in_one_form() -> None:
    assert EXAMPLE.dump() == TEXT


def test_a_log_is_read_as_it_is_written() -> None:
    assert Record.parse(TEXT) == EXAMPLE


@given(records)
def test_any_log_reads_back_as_it_was(record: Record) -> None:
    text = record.dump()
    assert Record.parse(text) == record
    assert items(text.encode()) == [record.code, *record.tags, *record.steps, *record.claims]


@given(records)
def test_each_kind_of_item_stays_what_it_was(record: Record) -> None:
    # Equal tuples of two kinds would pass for each other.
    read_back = Record.parse(record.dump())
    for part in ("tags", "steps", "claims"):
        kinds = [[type(item) for item in getattr(one, part)] for one in (record, read_back)]
        assert kinds[0] == kinds[1]


@given(records, st.sampled_from(["\r\n", "\n\n", " \n", "\t\n", " # note\n"]))
def test_a_log_reads_the_same_with_other_line_ends(record: Record, end: str) -> None:
    assert Record.parse(record.dump().replace("\n", end)) == record


def test_the_code_of_the_deal_is_the_first_item() -> None:
    assert items(START) == [DealCode.parse("CR1-N-AAAAAAB")]


def test_lines_are_numbered_from_1_and_blank_ones_and_comments_are_counted() -> None:
    lines = list(read(log_lines(b"\n# a\ncrescent 1\n\ndeal 1\n#\n3 uh\n\nmoves 1")))
    assert [line.number for line in lines] == [5, 7, 9]


def test_a_line_tells_the_column_of_each_word() -> None:
    line = Line(1, "  10 14   AS ", Tag("any", "thing"))
    assert [line.column(word) for word in range(4)] == [3, 6, 11, 13]


# Everything that is accepted beyond the letter of the format


@pytest.mark.parametrize(
    "text",
    [
        START + b"10 14 AS @83\n",
        b"\xef\xbb\xbf" + START + b"10 14 AS @83\n",
        START.replace(b"\n", b"\r\n") + b"10 14 AS @83\r\n",
        START + b"10 14 AS @83\r\n",
        START + b"10 14 AS @83",
        b"\n\n" + START + b"\n \n\t\n10 14 AS @83\n\n\n",
        START + b"  10   14  AS     @83   \n",
        START + b"\t10\t14 \t AS\t@83\t\n",
        b" crescent  1 \n\tdeal\tCR1-N-AAAAAAB\n10 14 AS @83\n",
        b"#first\n" + START + b"# 11 14\n10 14 AS @83 # a comment # and more\n#",
        START + b"10 14 AS @83#no blank before\n",
        START + "10 14 AS @83 # \u00a0 \u202e ♠ \x07\n".encode(),
        b"crescent 1\ndeal cr1naaaaaab\n10 14 AS @83\n",
        b"crescent 1\ndeal CR1 N AAA AAAB\n10 14 AS @83\n",
        b"crescent 1\ndeal 1\n10 14 AS @83\n",
        START + b"10 14 as @83\n",
        START + b"10 14 aS @83\n",
    ],
)
def test_the_leniencies_are_these(text: bytes) -> None:
    assert items(text) == [numbered(1), MOVE]


@pytest.mark.parametrize("form", [b"10H", b"TH", b"th", b"10h", b"Th"])
def test_a_card_of_a_log_is_read_in_every_form(form: bytes) -> None:
    assert items(START + b"3 uh " + form)[1] == Step(move("3 uh"), card("10H"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("player  Ana  Maria ", "Ana  Maria"),
        ("player\tAna\tMaria", "Ana Maria"),
        ("player Ana # not Maria", "Ana"),
        ("player a@5", "a@5"),
        ("player 10 14 AS", "10 14 AS"),
        ("player ♠ 🂡 ș e\u0301", "♠ 🂡 ș e\u0301"),
    ],
)
def test_the_value_of_a_tag_is_the_rest_of_its_line(text: str, value: str) -> None:
    assert items(START + text.encode()) == [numbered(1), Tag("player", value)]


@pytest.mark.parametrize("claims", [b"", b"moves 0\n", b"time 5\nresult open\n"])
def test_actions_and_claims_are_optional(claims: bytes) -> None:
    assert len(items(START + claims)) == 1 + claims.count(b"\n")


# What is refused, with the word and what was wanted instead


@pytest.mark.parametrize(
    ("line", "column", "word", "expected"),
    [
        ("3", 2, "", Expected.DESTINATION),
        ("3 uh 3H @5 now", 12, "now", Expected.LINE_END),
        ("3 uh @5 3H", 9, "3H", Expected.LINE_END),
        ("3 uh 3H 5", 9, "5", Expected.TIME),
        ("3 uh 3H @", 9, "@", Expected.NUMBER),
        ("3 uh @05", 6, "@05", Expected.NUMBER),
        ("3 uh @-5", 6, "@-5", Expected.NUMBER),
        ("3 uh @+5", 6, "@+5", Expected.NUMBER),
        ("3 uh @5.0", 6, "@5.0", Expected.NUMBER),
        ("3 uh @1:05", 6, "@1:05", Expected.NUMBER),
        ("3 uh @٥", 6, "@٥", Expected.NUMBER),
        ("3 uh @1٥", 6, "@1٥", Expected.NUMBER),
        ("moves 1２", 7, "1２", Expected.NUMBER),
        ("3 uh @@5", 6, "@@5", Expected.NUMBER),
        ("redeal 3", 8, "3", Expected.TIME),
        ("undo all", 6, "all", Expected.TIME),
        ("undo @5 @6", 9, "@6", Expected.LINE_END),
        ("expect", 7, "", Expected.TABLE),
        ("  expect   # nothing", 9, "", Expected.TABLE),
        ("result", 7, "", Expected.RESULT),
        ("result Won", 8, "Won", Expected.RESULT),
        ("result câștigat", 8, "câștigat", Expected.RESULT),
        ("result won at last", 12, "at", Expected.LINE_END),
        ("moves", 6, "", Expected.NUMBER),
        ("moves many", 7, "many", Expected.NUMBER),
        ("moves 1 2", 9, "2", Expected.LINE_END),
        ("time 1m", 6, "1m", Expected.NUMBER),
        ("deal 2", 1, "deal", Expected.ACTION),
        ("crescent 1", 1, "crescent", Expected.ACTION),
        ("player", 7, "", Expected.VALUE),
        ("Player Ana", 1, "Player", Expected.ACTION),
        ("anulează", 1, "anulează", Expected.ACTION),
        ("player\u00a0Ana", 7, "\u00a0", Expected.PLAIN_TEXT),
        ("player Ana\x0b", 11, "\x0b", Expected.PLAIN_TEXT),
        ("player Ana\u2028", 11, "\u2028", Expected.PLAIN_TEXT),
        ("player\tAna\u200b", 11, "\u200b", Expected.PLAIN_TEXT),
        ("\ufeff3 uh", 1, "\ufeff", Expected.PLAIN_TEXT),
        ("3 uh\r\r", 5, "\r", Expected.PLAIN_TEXT),
    ],
)
def test_a_line_that_is_none_of_the_format_is_refused_where_it_goes_wrong(
    line: str, column: int, word: str, expected: Expected
) -> None:
    found = fault(START + line.encode() + b"\n10 14\n")
    assert (found.line, found.column) == (3, column)
    assert found.problem == Syntax(word, expected)
    assert found.code == "syntax"


@pytest.mark.parametrize(
    ("line", "column", "word"),
    [
        ("17 3", 1, "17"),
        ("3 17", 3, "17"),
        ("0 1", 1, "0"),
        ("03 1", 1, "03"),
        ("US ds", 1, "US"),
        ("us Ds", 4, "Ds"),
        ("3 uh, 3H", 3, "uh,"),
        ("3->4", 1, "3->4"),
        ("３ 4", 1, "３"),
        ("3 ४", 3, "४"),
        ("3H uh", 1, "3H"),
        ("p3 uh", 1, "p3"),
        ("* 3", 1, "*"),
    ],
)
def test_a_word_that_names_no_place_is_refused(line: str, column: int, word: str) -> None:
    found = fault(START + b"5 6\n" + line.encode() + b"\n")
    assert (found.line, found.column, found.problem) == (4, column, UnknownPlace(word))


@pytest.mark.parametrize("word", ["1H", "14H", "10", "HA", "3♥", "R", "now", "5"])
def test_a_word_that_names_no_card_is_refused(word: str) -> None:
    found = fault(START + f"3  uh {word} @5".encode())
    assert (found.line, found.column, found.problem) == (3, 7, UnknownCard(word))


@pytest.mark.parametrize(
    ("data", "line", "expected"),
    [
        (b"", 1, Expected.HEADER),
        (b"\n\n", 3, Expected.HEADER),
        (b"# crescent 1", 2, Expected.HEADER),
        (b"crescent 1", 2, Expected.DEAL),
        (b"crescent 1\n", 2, Expected.DEAL),
        (b"crescent 1\n\n\n", 4, Expected.DEAL),
    ],
)
def test_a_log_that_ends_before_its_deal_is_refused_at_its_end(
    data: bytes, line: int, expected: Expected
) -> None:
    found = fault(data)
    assert (found.line, found.column, found.problem) == (line, 1, Syntax("", expected))
    with pytest.raises(Fault) as caught:
        Record.parse(data.decode())
    assert (caught.value.line, caught.value.column) == (line, 1)


@pytest.mark.parametrize("line", [b"3 uh", b"redeal", b"undo @5", b"expect x", b"player Ana"])
def test_after_a_claim_only_claims_follow(line: bytes) -> None:
    found = fault(START + b"moves 0\n" + line)
    word = line.split()[0].decode()
    assert (found.line, found.column) == (4, 1)
    assert found.problem == Syntax(word, Expected.CLAIM)


@pytest.mark.parametrize("line", [b"5 6", b"redeal", b"undo", b"expect x"])
def test_after_an_action_no_tag_follows(line: bytes) -> None:
    found = fault(START + line + b"\nplayer Ana\n")
    assert (found.line, found.problem) == (4, Syntax("player", Expected.ACTION))


# Lengths and letters


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_has_at_most_4096_bytes_without_its_end(end: bytes) -> None:
    longest = b"player " + b"x" * (LONGEST_LINE - 7)
    assert items(START + longest + end)[1] == Tag("player", "x" * (LONGEST_LINE - 7))
    found = fault(START + longest + b"x" + end)
    assert (found.line, found.column, found.problem) == (3, LONGEST_LINE + 1, TooLong())


def test_the_column_of_a_line_too_long_counts_characters() -> None:
    found = fault(START + b"player " + "ș".encode() * 4000)
    # 4096 bytes hold the seven of the name and 2044 letters of two bytes.
    assert (found.column, found.code) == (7 + 2044 + 1, "too-long")


def test_a_comment_counts_for_the_length_of_its_line() -> None:
    assert fault(START + b"#" * 4097).code == "too-long"


@pytest.mark.parametrize(("name", "sign"), [("moves ", ""), ("time ", ""), ("3 uh ", "@")])
def test_a_number_has_at_most_ten_digits(name: str, sign: str) -> None:
    assert len(items(START + f"{name}{sign}9999999999".encode())) == 2
    for number in ("10000000000", "1" * 4000):
        found = fault(START + f"{name}{sign}{number}".encode())
        assert (found.column, found.problem) == (len(name) + 1, TooLong(number))


@pytest.mark.parametrize(
    ("line", "column", "byte"),
    [
        (b"player \xff", 8, 0xFF),
        (b"player \xc8\x99\xc8\x99\xc8", 10, 0xC8),
        (b"\xc0\xaf", 1, 0xC0),
        (b"player \xed\xa0\x80", 8, 0xED),
        (b"player \xf5\x80\x80\x80", 8, 0xF5),
        (b"3 uh # \xba", 8, 0xBA),
    ],
)
def test_a_line_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(
    line: bytes, column: int, byte: int
) -> None:
    found = fault(START + line + b"\n")
    assert (found.line, found.column, found.problem) == (3, column, BadEncoding(byte))


def test_a_text_with_half_a_character_is_refused() -> None:
    with pytest.raises(Fault) as caught:
        Record.parse(TEXT.replace("cel", "\ud800"))
    assert (caught.value.code, caught.value.line, caught.value.column) == ("encoding", 3, 15)


@given(st.binary(max_size=60))
def test_lines_in_memory_are_those_of_a_binary_file(data: bytes) -> None:
    assert list(lines_of(data)) == io.BytesIO(data).readlines() == log_lines(data)


WON = (DATA / "won.crescent").read_bytes()


@given(st.integers(0, len(WON)), st.integers(0, 4), st.binary(max_size=4))
def test_whatever_is_in_a_file_it_is_read_or_it_has_a_fault(
    start: int, length: int, other: bytes
) -> None:
    data = WON[:start] + other + WON[start + length :]
    last = len(log_lines(data)) + 1
    try:
        number = max(line.number for line in read(log_lines(data)))
    except Fault as found:
        number = found.line
        assert 1 <= found.column <= LONGEST_LINE + 1  # noqa: PT017 - a fault may be, or not
    assert 1 <= number <= last


@given(st.binary(max_size=200))
def test_no_noise_is_a_log(data: bytes) -> None:
    assert 1 <= fault(data).line <= len(log_lines(data)) + 1


# What cannot be written


@pytest.mark.parametrize(
    "item",
    [
        Tag("player", ""),
        Tag("player", " "),
        Tag("player", " Ana"),
        Tag("player", "Ana "),
        Tag("redael", "@5"),
        Tag("player", "Ana # Maria"),
        Tag("player", "#"),
        Tag("player", "Ana\nMaria"),
        Tag("player", "Ana\n3 uh"),
        Tag("player", "Ana\n# Maria"),
        Tag("player", "Ana\r"),
        Tag("player", "Ana\tMaria"),
        Tag("player", "Ana\x00"),
        Tag("player", "Ana\u00a0Maria"),
        Tag("player", "Ana\u2028Maria"),
        Tag("player", "\ud800"),
        Tag("player", "ș" * 2045),
        Tag("Player", "Ana"),
        Tag("p", "Ana"),
        Tag("us", "ds"),
        Tag("player one", "Ana"),
        Tag("", "Ana"),
        Tag("deal", "1"),
        Tag("crescent", "1"),
        Tag("expect", "x"),
        Tag("undo", "@5"),
        Tag("result", "won"),
        Tag("moves", "3"),
        Tag("hints", "3"),
        Expect(""),
        Expect("a # b"),
        Expect("a\nb"),
        Expect(" a"),
        Claim("result", "lost"),
        Claim("result", 1),
        Claim("moves", -1),
        Claim("moves", "3"),
        Claim("moves", 10**10),
        Claim("score", 3),
        Claim("player", "Ana"),
        Step(move("3 uh"), None, -1),
        Step(move("3 uh"), None, 10**10),
        Step(Redeal(), card("AS")),
        Step(Undo(), card("AS"), 3),
    ],
)
def test_an_item_that_a_log_cannot_hold_is_not_written(
    item: Tag | Step | Expect | Claim,
) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        write(item)


@given(st.text(max_size=20))
def test_a_text_is_written_only_if_it_reads_back(text: str) -> None:
    try:
        line = write(Expect(text))
    except ValueError:
        return
    assert items(START + line.encode()) == [numbered(1), Expect(text)]


def test_an_action_with_a_misspelt_name_and_a_time_is_no_tag() -> None:
    found = fault(START + b"redael @5")
    assert (found.line, found.column, found.problem) == (3, 1, Syntax("redael", Expected.ACTION))


@given(values.filter(lambda text: not text.startswith("@")))
def test_ordinary_text_can_be_written(text: str) -> None:
    assert write(Tag("player", text)) == f"player {text}\n"
