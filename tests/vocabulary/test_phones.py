# ruff: noqa: RUF001 - digits and marks of other scripts are what some of this is about
"""Phone numbers, as people and spreadsheets write them."""

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.vocabulary.phones import mask_phone, normalize_phone


@pytest.mark.parametrize(
    ("text", "phone"),
    [
        ("9876543210", "+919876543210"),
        ("919876543210", "+919876543210"),
        ("+919876543210", "+919876543210"),
        ("0919876543210", "+919876543210"),
        ("091 98765-43210", "+919876543210"),
        ("0091 98765 43210", "+919876543210"),
        ("+91 98765 43210", "+919876543210"),
        ("+91-98765-43210", "+919876543210"),
        ("(91) 98765-43210", "+919876543210"),
        ("98765 43210", "+919876543210"),
        (" 98765\u00a043210 ", "+919876543210"),
        ("+44 20 7946 0958", "+442079460958"),
        ("+1 (212) 555-0123", "+12125550123"),
        ("+49 30 901820", "+4930901820"),
        ("+65 8123 4567", "+6581234567"),
        ("098765 43210", "+919876543210"),
        ("022 2345 6789", "+912223456789"),
        ("९८७६५ ४३२१०", "+919876543210"),
        ("٩٨٧٦٥٤٣٢١٠", "+919876543210"),
        ("＋９１ ９８７６５４３２１０", "+919876543210"),
        ("98765–43210", "+919876543210"),
        ("98765\u201143210", "+919876543210"),
        ("+91.98765.43210", "+919876543210"),
        ("98765•43210", "+919876543210"),
        ("\u202a+91 98765 43210\u202c", "+919876543210"),
        ("(+91) 98765 43210", "+919876543210"),
    ],
)
def test_a_number_becomes_e164(text: str, phone: str) -> None:
    assert normalize_phone(text, region="IN") == phone


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12345",
        "987654321",
        "9.19877E+11",
        "98765x43210",
        "++919876543210",
        "98765+43210",
        "919876543210 ext 4",
        "+999 1234567890",
        "12345678901234567890",
        "987654321.0",
        "9876543210.00",
        "98765432.10",
        "----------",
        "+          ",
        "98765\n43210",
        "98765\x0043210",
        "098765 4321",
        "0987654321",
        "+91 09876 54321",
        "5555555555",
        "+1 555 555 0123",
    ],
)
def test_an_invalid_number_gives_none(text: str) -> None:
    assert normalize_phone(text, region="IN") is None


def test_another_region_reads_national_numbers_of_other_lengths() -> None:
    assert normalize_phone("030 9018 2012", region="DE") == "+493090182012"
    assert normalize_phone("030 9018 2012", region="IN") != "+493090182012"


national = st.from_regex(r"[0-9]{10}", fullmatch=True)
mobile = st.from_regex(r"9[0-9]{9}", fullmatch=True)


@given(number=national | mobile, prefix=st.sampled_from(["", "91", "+91", "+91 ", "+91-", "91 ", "91-"]))
def test_the_fast_path_agrees_with_the_library(number: str, prefix: str) -> None:
    parsed = phonenumbers.parse(f"+91{number}", None)
    written = phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
    expected = written if phonenumbers.is_valid_number(parsed) else None
    assert normalize_phone(prefix + number, region="IN") == expected


@given(
    number=national | mobile,
    places=st.lists(st.integers(1, 9), max_size=3),
    separator=st.sampled_from(" -()\t\u00a0"),
)
def test_the_fast_path_agrees_with_the_full_one(number: str, places: list[int], separator: str) -> None:
    """A number with separators takes the full path."""
    spaced = number
    for place in places:
        spaced = spaced[:place] + separator + spaced[place:]
    assert normalize_phone(spaced, region="IN") == normalize_phone(number, region="IN")


@given(st.text(st.sampled_from("+0123456789 -()"), max_size=20))
def test_whatever_is_read_is_valid(text: str) -> None:
    phone = normalize_phone(text, region="IN")
    assert phone is None or phonenumbers.is_valid_number(phonenumbers.parse(phone, None))


@pytest.mark.parametrize(
    ("phone", "masked"),
    [
        ("+919876543267", "+91********67"),
        ("+12125550123", "+1********23"),
        ("+442079460958", "+44********58"),
        ("+35312345678", "+353********78"),
    ],
)
def test_a_mask_keeps_the_country_and_two_digits(phone: str, masked: str) -> None:
    assert mask_phone(phone) == masked


@given(number=national, prefix=st.sampled_from(["91", "1", "44", "353", "7", "998"]))
def test_a_mask_shows_nothing_else(number: str, prefix: str) -> None:
    """Not even the length of the number."""
    phone = f"+{prefix}{number}"
    country = phonenumbers.parse(phone, None).country_code
    assert mask_phone(phone) == f"+{country}********{number[-2:]}"
