"""What is no name and no place: values of other fields, and what programs write for nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.vocabulary.misplaced import is_ordinary, misplaced, name_misplaced
from server.vocabulary.visible_text import person_name_problem, text_problem, tidy
from tests.fixtures.names import IN_MANY_SCRIPTS, PEOPLE

NOTHING = ("#N/A", "#REF!", "#DIV/0!", "#NV", "N/A", "null", "None", "-", "…", "TRUE", "undefined")
OTHERS = ("+91 98765 43210", "९८७६५४३२१०", "21/05/2001", "May 21, 2001", "asha@example.com", "Female", "महिला")
LOST = ("?????", "Jos\N{REPLACEMENT CHARACTER}", "M??ller")


@pytest.mark.parametrize("text", [*NOTHING, *OTHERS, *LOST])
def test_it_is_neither_a_name_nor_a_place(text: str) -> None:
    for problem in (name_misplaced(text), misplaced(text, label="Work location")):
        assert problem is not None
        assert text[:30] in problem
    assert not is_ordinary(text)


@pytest.mark.parametrize("text", ["{{name}}", "Asha ${last}", "<b>Asha</b>", "Asha<br/>", "<NA>", "[object Object]"])
def test_what_a_program_has_left_is_no_name(text: str) -> None:
    assert name_misplaced(text) is not None
    assert misplaced(text, label="Work location") is not None


@pytest.mark.parametrize(
    ("text", "cure"), [("JosÃ©", "write José"), ("JosÃƒÂ©", "write José"), ("José GarcÃ­a", "type it again")]
)
def test_a_text_that_was_encoded_twice_is_refused_with_the_one_that_was_meant(text: str, cure: str) -> None:
    sentence = f"Letters of “{text}” were encoded twice when the text was saved: {cure}"
    assert name_misplaced(text) == misplaced(text, label="Work location") == sentence
    assert not is_ordinary(text)


@pytest.mark.parametrize("text", ["12345", "Asha Verma 9876543210", "Asha (asha@example.com)", "Jos? Verma", "0"])
def test_a_name_has_letters_and_nothing_beside_it(text: str) -> None:
    assert name_misplaced(text) is not None
    assert not is_ordinary(text)


def test_names_of_people_are_names() -> None:
    names = [
        *PEOPLE,
        *(name for name, _ in IN_MANY_SCRIPTS.values()),
        "K",
        "K.",
        "Na",
        "Nil",
        "Ravi 2",
        "Sunil Kumar-II",
        "Asha <3",
        "Anu {Rani}",
    ]
    assert {name: problem for name in names if (problem := name_misplaced(name))} == {}


@pytest.mark.parametrize(
    "text", ["Pune", "12", "560001", "B-204, Sector 62, Noida - 201301", "#12 MG Road", "नई दिल्ली", "Remote", "May"]
)
def test_places_are_places(text: str) -> None:
    assert misplaced(text, label="Work location") is None


@given(text=st.from_regex(r"[A-Za-z0-9]{1,12}( [A-Za-z0-9]{1,12}){0,4}", fullmatch=True))
def test_the_quick_answer_is_that_of_the_rules(text: str) -> None:
    if is_ordinary(text):
        assert (person_name_problem(text), text_problem(text), tidy(text)) == (None, None, text)
        assert name_misplaced(text) is None
        assert misplaced(text, label="Work location") is None
