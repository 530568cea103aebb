"""What may be typed to name an account, and what it is read as."""

import pytest

from server.vocabulary.identifiers import IdentifierKind, mask_identifier, read_identifier

ALL = tuple(IdentifierKind)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (" Asha@Example.com ", "asha@example.com"),
        ("98765 43210", "+919876543210"),
        ("+91 98765-43210", "+919876543210"),
        ("Northwind/21cs042", "northwind/21CS042"),
        (" northwind / 21CS/042 ", "northwind/21CS/042"),
        ("a/b@example.com", "a/b@example.com"),
    ],
)
def test_there_is_one_way_to_write_it(typed: str, text: str) -> None:
    identifier = read_identifier(typed, kinds=ALL, region="IN")
    assert identifier is not None
    assert identifier.text == text


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "21CS042",
        "/21CS042",
        "northwind/",
        "northwind//21CS042",
        "northwind/21CS042/",
        "../northwind/1",
        "north wind/1",
        "northwind/21CS04\uff12",
        "northwind/\u0131",
        "northwind/\u017f1",
        "\u0438orthwind/1",
        "northwind/1\x00",
        "northwind/" + "1" * 33,
        "12345",
        "+91 98765 4321x",
    ],
)
def test_anything_else_names_no_account(typed: str) -> None:
    assert read_identifier(typed, kinds=ALL, region="IN") is None


@pytest.mark.parametrize("typed", ["9876543210", "northwind/21CS042"])
def test_a_kind_that_is_not_accepted_names_none(typed: str) -> None:
    assert read_identifier(typed, kinds=(IdentifierKind.EMAIL,), region="IN") is None


def test_masks() -> None:
    masked = [mask_identifier(text) for text in ("asha@example.com", "+919876543210", "northwind/21CS042", "21CS042")]
    assert masked == ["a***a@example.com", "+91********10", "northwind/2***2", "2***2"]
