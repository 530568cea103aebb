"""What is no name and no place: values of other fields, and what programs write for nothing."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.vocabulary.misplaced import is_ordinary, misplaced, name_misplaced, placeholder
from server.vocabulary.visible_text import person_name_problem, text_problem, tidy
from tests.fixtures.names import IN_MANY_SCRIPTS, PEOPLE

NOTHING = (
    *("#N/A", "#REF!", "#DIV/0!", "#NV", "#GETTING_DATA", "N/A", "null", "None", "-", "…", "TRUE", "undefined"),
    *("--Select--", "-nil-", "Not given", "null null", "do", "कोई नहीं", "Ditto", "-do-", "as above", "LNU", "उपरोक्त"),
)
OTHERS = (
    "+91 98765 43210",
    "९८७६५४३२१०",
    "21/05/2001",
    "May 21, 2001",
    "asha@example.com",
    "Female",
    "महिला",
    "TRAINEE",
    "Interview panelist",
)
ROLES = ("TRAINEE", "Interview panelist")
LOST = ("?????", "Jos\N{REPLACEMENT CHARACTER}", "M??ller", "Jos%C3%A9", "Asha%20Rao", "Jos=C3=A9", "Asha_x000D_")


@pytest.mark.parametrize("text", [*NOTHING, *OTHERS, *ROLES, *LOST])
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
        "Nat",
        "Nil",
        "Do",
        "No",
        "Asha+Ravi",
        "Ravi 2",
        "Sunil Kumar-II",
        "Asha <3",
        "Anu {Rani}",
    ]
    assert {name: problem for name in names if (problem := name_misplaced(name))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Pune",
        "HR",
        "Admin",
        "Placement",
        "12",
        "560001",
        "B-204, Sector 62, Noida - 201301",
        "#12 MG Road",
        "नई दिल्ली",
        "Remote",
        "May",
    ],
)
def test_places_are_places(text: str) -> None:
    assert misplaced(text, label="Work location") is None


@pytest.mark.parametrize("name", ["=A2&B2", "=1+1", "+Asha", "@asha", "-Asha", '"Asha Rao', "HR", "Admin", "Other"])
def test_a_formula_a_handle_and_a_role_are_no_names(name: str) -> None:
    assert name_misplaced(name) is not None
    assert not is_ordinary(name)


@pytest.mark.parametrize(("text", "meant"), [("Jos+AOk", "José"), ("+CTAJPgkuCSc-", "रामध")])
def test_a_name_in_utf_7_is_refused_with_the_one_that_was_meant(text: str, meant: str) -> None:
    assert name_misplaced(text) == f"Letters of “{text}” were lost when the text was saved: write {meant}"


@pytest.mark.parametrize("text", ["test", "Name", "FULL NAME", "abc", "xxx", "Test User", "=B2", "work location"])
def test_what_people_type_to_fill_a_cell_is_said(text: str) -> None:
    for may_be_code in (True, False):
        assert placeholder(text, label="name", may_be_code=may_be_code) == f"“{text}” is hardly a name: check it"
    assert not is_ordinary(text)


@pytest.mark.parametrize("text", ["EMP001", "STU/2024/17", "May-01"])
def test_a_number_of_a_person_is_hardly_a_name_and_may_be_a_place(text: str) -> None:
    assert placeholder(text, label="name", may_be_code=False) is not None
    assert placeholder(text, label="work location", may_be_code=True) is None


def test_names_of_people_are_no_placeholders() -> None:
    names = [*PEOPLE, *(name for name, _ in IN_MANY_SCRIPTS.values()), "Ravi 2", "Sunil Kumar-II", "K", "Tester Singh"]
    assert [name for name in names if placeholder(name, label="name", may_be_code=False)] == []


@given(text=st.from_regex(r"[A-Za-z0-9'.-]{1,12}( [A-Za-z0-9'.-]{1,12}){0,4}", fullmatch=True))
@example("www. rao")
@example("na. na")
def test_the_quick_answer_is_that_of_the_rules(text: str) -> None:
    if is_ordinary(text):
        assert (person_name_problem(text), text_problem(text), tidy(text)) == (None, None, text)
        assert name_misplaced(text) is None
        assert misplaced(text, label="Work location") is None


@pytest.mark.parametrize("name", ["Murugan .", "Velu -", "Selvi NA", "Mary Null", "Asif LNU", "FNU Asif", "Asha #N/A"])
def test_what_stands_for_a_part_of_a_name_is_doubtful(name: str) -> None:
    part = next(word for word in name.split() if word not in {"Murugan", "Velu", "Selvi", "Mary", "Asif", "Asha"})
    assert not is_ordinary(name)
    assert placeholder(name, label="name", may_be_code=False) == f"“{part}” is hardly a part of the name: check it"


@pytest.mark.parametrize("name", ["Kim Na", "Nil Roy", "Le Van Do", "R. Nair", "M K Same"])
def test_names_that_look_like_nothing_are_parts_of_names(name: str) -> None:
    assert placeholder(name, label="name", may_be_code=False) is None
    assert name_misplaced(name) is None
