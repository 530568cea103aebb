"""The list of common passwords."""

import pytest

from server.vocabulary.password_policy import is_common, load_common_passwords


def test_the_list_has_a_hundred_thousand_entries_that_the_length_rule_lets_through() -> None:
    assert len(load_common_passwords()) == 100_000
    assert min(map(len, load_common_passwords())) == 8


@pytest.mark.parametrize("password", ["password", "PassWord", "qwertyuiop", "iloveyou1", "password1!"])
def test_common_passwords_are_found_in_any_case(password: str) -> None:
    assert is_common(password)


def test_an_unusual_password_is_not_common() -> None:
    assert not is_common("Vq7#-tamarind-Lighthouse")
