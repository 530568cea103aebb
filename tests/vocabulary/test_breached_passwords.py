"""The filter of breached passwords."""

import secrets

import pytest

from server.vocabulary.password_policy import BREACHED, FILTER, is_breached, load_filter, password_problem


def test_the_filter_has_as_many_entries_as_the_documents_say() -> None:
    content = load_filter()

    assert content.entries == 548_789
    assert FILTER.stat().st_size == 2_000_000


def test_half_of_its_bits_are_set_at_most() -> None:
    """So a good password is refused by chance once in a million times at most: 0.5 to the power of its positions."""
    content = load_filter()

    assert int.from_bytes(content.bits).bit_count() / (len(content.bits) * 8) < 0.5
    assert content.positions == 20


@pytest.mark.parametrize("password", ["samsnead1", "SamSnead1", "vfr4uiop", "Sambobaloo1".removesuffix("1")])
def test_an_entry_is_found_in_any_case(password: str) -> None:
    assert is_breached(password)


def test_what_was_not_added_is_not_found() -> None:
    assert not any(is_breached(secrets.token_urlsafe(16)) for _ in range(1_000))
    assert not is_breached("Vq7#-tamarind-Lighthouse")


def test_the_policy_refuses_an_entry() -> None:
    assert password_problem("SamSnead1", full_name="", email="") == BREACHED
