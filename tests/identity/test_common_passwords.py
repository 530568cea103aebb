from pathlib import Path
from typing import Final

import pytest

from server.identity.common_passwords import is_common, load_common_passwords
from server.identity.password_policy import TOO_COMMON, password_problem

PROJECT: Final = Path(__file__).parents[2]


def test_the_list_has_a_hundred_thousand_entries_that_the_length_rule_lets_through() -> None:
    assert len(load_common_passwords()) == 100_000
    assert min(map(len, load_common_passwords())) == 8


@pytest.mark.parametrize("password", ["password", "PassWord", "qwertyuiop", "iloveyou1", "password1!"])
def test_common_passwords_are_found_in_any_case(password: str) -> None:
    assert is_common(password)


def test_a_password_that_nobody_else_has_is_not_common() -> None:
    assert not is_common("Vq7#-tamarind-Lighthouse")


def test_the_strength_meter_knows_those_that_nothing_else_is_wrong_with() -> None:
    """`deploy/scripts/common_passwords.py` writes them for it."""
    packed = (PROJECT / "client" / "src" / "forms" / "commonPasswords.txt").read_text()
    known, password = set(), ""
    for line in packed.split("\n"):
        password = password[: int(line[0], 36)] + line[1:]
        known.add(password)

    assert known == {each for each in load_common_passwords() if is_refused_for_nothing_else(each)}


def is_refused_for_nothing_else(password: str) -> bool:
    """In the case that is best for it: one capital letter, the others small."""
    first = next((index for index, character in enumerate(password) if character.isalpha()), 0)
    best = password[:first] + password[first].upper() + password[first + 1 :]
    return password_problem(best, full_name="", email="") == TOO_COMMON
