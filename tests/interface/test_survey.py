"""The rules of a survey: each deal once, only its own lines taken in, figures as they are."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import numbered

from crescent_a11y.engine.deal import NUMBERS, DealCode, Variant, deal
from crescent_a11y.engine.solver import Found, solve
from crescent_a11y.interface.survey import BadLine, Entry, Search, Survey

WON = Entry("CR1-N-AAAAAAB", "found", 120, 2, 80_000, 0.5)
GAVE_UP = Entry("CR1-N-AAAAAAC", "gave-up", None, None, 5_000_000, 61.25)
IMPOSSIBLE = Entry("CR1-N-AAAAAAD", "impossible", None, None, 7, 0.0)

counts = st.integers(0, 10**9)
codes = st.builds(DealCode, st.sampled_from(Variant), st.integers(0, NUMBERS - 1)).map(str)
seconds = st.integers(0, 10**7).map(lambda thousandths: thousandths / 1000)
entries = st.one_of(
    st.builds(Entry, codes, st.just("found"), counts, counts, counts, seconds),
    st.builds(
        Entry,
        codes,
        st.sampled_from(["impossible", "gave-up"]),
        st.none(),
        st.none(),
        counts,
        seconds,
    ),
)


@given(entries)
def test_a_line_is_read_back_as_it_was_written(entry: Entry) -> None:
    line = entry.dump()
    assert line.count("\n") == 1
    assert Entry.load(line.encode()) == entry


@pytest.mark.parametrize(
    "changes",
    [
        {"code": "CR1-N-aaaaaab"},
        {"code": "1"},
        {"code": 1},
        {"verdict": "lost"},
        {"verdict": "gave-up"},
        {"moves": None},
        {"moves": -1},
        {"moves": "120"},
        {"positions": None},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"more": 1},
    ],
)
def test_a_line_that_a_survey_cannot_have_written_is_refused(changes: dict[str, object]) -> None:
    facts = json.loads(WON.dump()) | changes
    with pytest.raises(ValueError, match=r"not a line of a survey|not a deal code"):
        Entry.load(json.dumps(facts).encode() + b"\n")


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"{}", b"[]", b"1", b"\xff\n", b"[" * 5000, WON.dump().encode()[:-1]]
)
def test_what_is_no_line_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        Entry.load(line)


hostile = st.one_of(
    st.binary(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(sorted(asdict(WON))), inner)
        ),
    ).map(lambda value: json.dumps(value).encode()),
)


@given(hostile)
def test_no_bytes_break_the_reader_of_lines(line: bytes) -> None:
    with suppress(ValueError):
        assert Entry.load(line).dump().encode() == line


def test_a_deal_is_searched_as_the_solver_does_by_itself() -> None:
    verdict = solve(deal(numbered(3)))
    assert isinstance(verdict, Found)
    entry = Search()(numbered(3))
    facts = (verdict.moves, verdict.redeals, verdict.positions)
    assert (entry.moves, entry.redeals, entry.positions) == facts
    assert entry.code == str(numbered(3))
    assert entry.seconds > 0


def test_a_search_ends_when_its_time_is_over() -> None:
    # Deal 0 takes longer than no time at all.
    assert Search(0)(numbered(0)).verdict == "gave-up"


@given(st.integers(1, 30), st.integers(0, NUMBERS - 31), st.sampled_from(Variant))
def test_the_deals_are_those_from_the_first_on(count: int, first: int, variant: Variant) -> None:
    survey = Survey(DealCode(variant, first), count)
    assert list(survey.to_do()) == [
        DealCode(variant, number) for number in range(first, first + count)
    ]


def test_there_are_no_deals_after_the_last() -> None:
    Survey(numbered(NUMBERS - 5), 5)
    with pytest.raises(ValueError, match="no deal"):
        Survey(numbered(NUMBERS - 5), 6)


def lines(*said: Entry) -> list[bytes]:
    return [entry.dump().encode() for entry in said]


def test_what_an_earlier_run_has_done_is_not_done_again() -> None:
    survey = Survey(numbered(0), 5)
    survey.recall(lines(GAVE_UP, WON))
    assert survey.done == 2
    assert [code.number for code in survey.to_do()] == [0, 3, 4]


def test_deals_of_another_survey_are_let_be() -> None:
    survey = Survey(DealCode(Variant.FOUR, 2), 2)
    survey.recall(lines(WON, GAVE_UP, IMPOSSIBLE))
    assert survey.done == 0
    survey = Survey(numbered(2), 1)
    survey.recall(lines(WON, GAVE_UP, IMPOSSIBLE))
    assert survey.summary().deals == survey.summary().undecided == 1


def test_a_line_that_is_none_is_told_by_its_number() -> None:
    with pytest.raises(BadLine) as caught:
        Survey(numbered(0), 5).recall([*lines(WON), b"{}\n", *lines(GAVE_UP)])
    assert (caught.value.line, caught.value.twice) == (2, None)


def test_a_deal_that_is_there_twice_is_told_by_its_line() -> None:
    with pytest.raises(BadLine) as caught:
        Survey(numbered(900), 5).recall(lines(WON, GAVE_UP, WON))
    assert (caught.value.line, caught.value.twice) == (3, WON.code)


def won_with(redeals: int, number: int, moves: int = 100, seconds: float = 1) -> Entry:
    return Entry(str(numbered(number)), "found", moves, redeals, 1, seconds)


def test_the_figures_are_of_all_deals_searched() -> None:
    survey = Survey(numbered(0), 100)
    for number in range(95):
        survey.add(won_with(number % 3, number, moves=100 + number, seconds=number / 10))
    for number in range(95, 99):
        survey.add(Entry(str(numbered(number)), "gave-up", None, None, 1, 100))
    survey.add(Entry(str(numbered(99)), "impossible", None, None, 1, 0))
    summary = survey.summary()
    assert (summary.deals, summary.won.deals) == (100, 95)
    assert (summary.impossible, summary.undecided) == (1, 4)
    assert [share.deals for share in summary.by_redeals] == [32, 32, 31]
    assert summary.redeals == pytest.approx((32 + 62) / 95)
    assert summary.moves is not None
    assert summary.moves[:4] == (100, 147, 190, 194)
    assert summary.seconds.most == 100
    assert summary.seconds.total == pytest.approx(sum(range(95)) / 10 + 400)
    # The Wilson interval of 95 of 100, from published tables.
    assert (summary.won.low, summary.won.high) == pytest.approx((0.8882, 0.9785), abs=1e-4)


@given(st.integers(1, 10_000), st.data())
def test_an_interval_holds_its_share_and_stays_between_none_and_all(
    count: int, data: st.DataObject
) -> None:
    from crescent_a11y.interface.survey import _share

    deals = data.draw(st.integers(0, count))
    share = _share(deals, count)
    assert 0 <= share.low <= share.share + 1e-12
    assert share.share - 1e-12 <= share.high <= 1
    assert share.low < share.high


def test_nothing_won_has_no_length() -> None:
    survey = Survey(numbered(2), 1)
    survey.add(GAVE_UP)
    assert survey.summary().moves is None
    assert survey.summary().by_redeals == []
