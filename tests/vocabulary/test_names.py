"""Accepted and refused names of people and companies."""

import pytest

from server.vocabulary.visible_text import (
    company_name_problem,
    person_name_problem,
    text_problem,
    tidy,
    without_invisible,
)
from tests.fixtures.names import COMPANIES, IN_MANY_SCRIPTS, LINKS, MIXTURES, PEOPLE, UNSEEN


def test_a_name_of_a_person_is_accepted() -> None:
    names = [*PEOPLE, *(person for person, _ in IN_MANY_SCRIPTS.values())]
    assert {name: problem for name in names if (problem := person_name_problem(name))} == {}


def test_a_name_of_a_company_is_accepted() -> None:
    names = [*COMPANIES, *(company for _, company in IN_MANY_SCRIPTS.values())]
    assert {name: problem for name in names if (problem := company_name_problem(name))} == {}


def test_an_invalid_name_is_refused() -> None:
    names = [*LINKS, *MIXTURES, *UNSEEN]
    assert [name for name in names if not (person_name_problem(name) and company_name_problem(name))] == []


def test_two_capitals_are_a_person_s_initials_and_a_company_s_address() -> None:
    assert person_name_problem("Vinod.TK") is None
    assert company_name_problem("Vinod.TK") is not None
    assert person_name_problem("Vinod.TK/pay") is not None


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "A\u202eB",
            "Remove the invisible character U+202E (right-to-left override): type the text instead of pasting it",
        ),
        ("A\ue000B", "Remove the character U+E000, which cannot be shown everywhere"),
        ("Z" + "\u0316" * 5, "Remove marks above or below “Z”: a letter has at most 4"),
        ("A\x07B", "Control characters and line breaks are not allowed"),
        ("pay www.evil", "A name cannot hold a web address: remove “www.”"),
        (
            "Evil.com",
            "A name cannot hold a web address: put a space after the dot in “Evil.com”, or leave the dot out",
        ),
        ("Amazоn", "“Amazоn” mixes Cyrillic and Latin letters: type it with one keyboard"),  # noqa: RUF001 - the case
    ],
)
def test_the_sentence_says_what_to_do(name: str, sentence: str) -> None:
    assert person_name_problem(name) == sentence


def test_an_unchecked_text_is_stripped_of_invisible_characters() -> None:
    for text in [*UNSEEN, "A\x07B\r\nC", "क्‍षमा", "", " ", "\u200b"]:
        left = without_invisible(text)
        assert text_problem(left) is None or "marks" in str(text_problem(left)), ascii(text)
        assert tidy(left) == left


def test_joiners_stay_where_they_are_needed() -> None:
    assert without_invisible("क्\u200dषमा As\u200dha") == "क्\u200dषमा Asha"
