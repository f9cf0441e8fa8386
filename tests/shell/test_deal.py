"""The rules of `deal`: the table of a code, in words and as JSON."""

from __future__ import annotations

import json

import pytest
from player import LANGUAGES
from shell_driver import Prompt, Shell
from strategies import DATA, read_words

from crescent_a11y.engine.deal import DealCode, deal


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_in_words_of_the_language(shell: Shell, language: str) -> None:
    done = shell.run("deal", "CR1-N-AAAAAAB", "--lang", language)
    assert (done.status, done.err) == (0, b"")
    assert done.out.count(b"\n") == 1
    assert read_words(done.said) == deal(DealCode.parse("1")).view
    assert ("pile 1" in done.said) is (language == "en")


def test_json_holds_every_card_bottom_first(shell: Shell) -> None:
    done = shell.run("deal", "CR1-N-AAAAAAB", "--format", "json")
    assert done.status == 0
    (facts,) = done.facts
    table = deal(DealCode.parse("1"))
    assert list(facts) == ["code", "piles", "foundations", "redeals"]
    assert facts["code"] == "CR1-N-AAAAAAB"
    assert facts["piles"] == [[card.code for card in pile] for pile in table.places[:16]]
    assert facts["foundations"]["us"] == ["AS"]
    assert list(facts["foundations"]) == ["us", "uh", "ud", "uc", "ds", "dh", "dd", "dc"]
    assert sum(map(len, facts["piles"])) == 96
    assert facts["redeals"] == 3


def test_keys_and_codes_are_the_same_in_every_language(prompt: Prompt) -> None:
    first, second = (
        prompt.run("deal", "7", "--format", "json", "--lang", language) for language in LANGUAGES
    )
    assert first == second


@pytest.mark.parametrize(
    "code", ["1", "cr1-n-aaaaaab", "CR1 N AAAAAAB", "cr1naaaaaab", "CR1 - N - AAAAAAB", "0000001"]
)
@pytest.mark.parametrize("apart", [False, True])
def test_a_code_is_read_in_every_form(prompt: Prompt, code: str, *, apart: bool) -> None:
    words = code.replace(" - ", " ").split() if apart else [code]
    assert prompt.run("deal", *words).out == prompt.run("deal", "1").out


@pytest.mark.parametrize("words", ["1 2", "-1", "- 1", "1 -2", "0 1", "1-2", "+1"])
def test_a_plain_number_is_one_word_without_a_sign(prompt: Prompt, words: str) -> None:
    done = prompt.run("deal", *words.split())
    assert (done.status, done.out) == (2, b"")
    assert done.complaint.startswith(f"{words} is not a deal code.")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "is not a deal code"), ("ro", "nu este un cod de joc")],
)
def test_a_wrong_code_is_told_with_what_a_code_looks_like(
    shell: Shell, language: str, sentence: str
) -> None:
    done = shell.run("deal", "CR1-N-ABC", "--lang", language)
    assert (done.status, done.out) == (2, b"")
    assert sentence in done.complaint
    assert "CR1-N-AAAAAAB" in done.complaint


def test_the_deal_is_the_same_whatever_the_hash_seed(shell: Shell) -> None:
    runs = {
        shell.run("deal", code, "--format", style, variables={"PYTHONHASHSEED": seed})
        for seed in ("0", "1", "4711", "random")
        for code, style in (("CR1-N-QWERTYU", "json"),)
    }
    assert len(runs) == 1


def test_the_golden_deals_come_out_of_the_command(prompt: Prompt) -> None:
    golden = json.loads((DATA / "golden-deals.json").read_text())
    for code, expected in list(golden.items())[:2]:
        (facts,) = prompt.run("deal", code, "--format", "json").facts
        assert facts["piles"] == expected["piles"]
