"""The password policy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.vocabulary.password_policy import new_password_errors, password_problem

TOO_SHORT = "Password must be at least 8 characters long"
TOO_LONG = "Password must be at most 128 characters long"
TOO_WEAK = "Password must be at least medium strength"
TOO_COMMON = "This password is one of the most common ones. Please choose another."
TOO_PERSONAL = "Password must not be built from your name or email address"
NO_MATCH = "Passwords do not match"
NAME = "Asha Vérma-Nair"
EMAIL = "a.k.iyer@lighthouse.example"


def problem(password: str) -> str | None:
    return password_problem(password, full_name=NAME, email=EMAIL)


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("", TOO_SHORT),
        ("aB1$xyz", TOO_SHORT),
        ("aB1$xyzu", None),
        ("kestrel-7", None),
        ("kestrelled", TOO_WEAK),
        ("KESTRELLED", TOO_WEAK),
        ("kestrel 77 rivers", None),
        ("kestrel rivers", TOO_WEAK),
        ("Kestrelriver", None),
        ("Password1!", TOO_COMMON),
        ("pASSWORD1!", TOO_COMMON),
        ("P@ssw0rd", TOO_COMMON),
        ("Zé9-" * 32, None),
        ("Zé9-" * 32 + "x", TOO_LONG),
    ],
)
def test_length_strength_and_commonness(password: str, sentence: str | None) -> None:
    assert problem(password) == sentence


@pytest.mark.parametrize(
    "password",
    [
        "AshaAsha1!",
        "asha2024!!",
        "Verma_1987",
        "vérma_1987",
        "V3rma-Nair-77",
        "4sh4-2024!",
        "NairVermaAsha1",
        "iyer-2024-A",
        "Lighthouse-99",
        "AshaVerma99xy",
    ],
)
def test_a_password_built_from_one_s_own_names_is_refused(password: str) -> None:
    assert problem(password) == TOO_PERSONAL


@pytest.mark.parametrize(
    "password", ["Asha-likes-red-kites-4", "Nairobi-Harbour-8", "lighthouse-Keeper-22", "Xk2-9$vQ"]
)
def test_a_name_within_enough_other_letters_is_accepted(password: str) -> None:
    assert problem(password) is None


def test_letters_are_counted_as_they_are_kept() -> None:
    """Eight code points after composing, though more were typed."""
    assert problem("Cafe\u0301-93") == TOO_SHORT
    assert problem("Cafe\u0301s-93") is None


def test_both_fields_may_be_typed_on_different_keyboards() -> None:
    errors = new_password_errors("Caf\u00e9-Harbour-93", "Cafe\u0301-Harbour-93", full_name=NAME, email=EMAIL)
    assert errors == {}


def test_a_form_gets_the_errors_of_both_fields() -> None:
    errors = new_password_errors("short", "other", full_name=NAME, email=EMAIL)
    assert errors == {"newPassword": TOO_SHORT, "confirmPassword": NO_MATCH}


@given(password=st.text(max_size=200), full_name=st.text(max_size=60), email=st.text(max_size=60))
def test_any_input_gets_an_answer(password: str, full_name: str, email: str) -> None:
    answer = password_problem(password, full_name=full_name, email=email)
    assert answer in {None, TOO_SHORT, TOO_LONG, TOO_WEAK, TOO_COMMON, TOO_PERSONAL}
