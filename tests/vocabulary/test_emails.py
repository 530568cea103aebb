"""Normalising and masking emails."""

import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import example, given
from hypothesis import strategies as st

from server.vocabulary.emails import mask_email, normalize_email


@pytest.mark.parametrize(
    ("text", "email"),
    [
        ("asha@example.com", "asha@example.com"),
        (" Asha.Rao+News@Example.COM ", "asha.rao+news@example.com"),
        ("o'neil@example.co.in", "o'neil@example.co.in"),
        ("a@sub-domain.example.com", "a@sub-domain.example.com"),
        ("zoë@example.com", "zoë@example.com"),
        ("asha@xn--mnchen-3ya.de", "asha@xn--mnchen-3ya.de"),
        ("asha@MÜNCHEN.de", "asha@xn--mnchen-3ya.de"),
        ("a" * 64 + "@example.com", "a" * 64 + "@example.com"),
    ],
)
def test_an_address_is_case_folded(text: str, email: str) -> None:
    assert normalize_email(text) == email


@pytest.mark.parametrize(
    "text",
    [
        "",
        "asha",
        "asha@",
        "@example.com",
        "asha@example",
        "asha@@example.com",
        "asha@example..com",
        ".asha@example.com",
        "asha.@example.com",
        "asha rao@example.com",
        "asha@exa mple.com",
        "asha@-example.com",
        "asha@example.com,ben@example.com",
        "Asha <asha@example.com>",
        "asha@example.com\r\nBcc: all@example.com",
        "asha\0@example.com",
        "a" * 65 + "@example.com",
        "a@" + "b" * 64 + ".com",
        "a@" + ".".join(["b" * 60] * 5) + ".com",
    ],
)
def test_an_invalid_address_gives_none(text: str) -> None:
    assert normalize_email(text) is None


local = st.from_regex(r"[a-z0-9_+'-]{1,10}(\.[a-z0-9_+'-]{1,10})?", fullmatch=True)
domain = st.from_regex(r"([a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?\.){1,3}[a-z]{2,8}", fullmatch=True)


@given(local=local, domain=domain)
@example(local="a", domain="xn--mnchen-3ya.de")
def test_the_fast_path_normalises_an_address_as_the_validator_does(local: str, domain: str) -> None:
    address = f"{local}@{domain}"
    try:
        checked = validate_email(address, check_deliverability=False, test_environment=True, strict=True)
    except EmailNotValidError:
        return
    assert normalize_email(address) == checked.ascii_email


@given(st.text(max_size=20).filter(lambda text: "@" not in text))
@example("broken-7")
@example("a\uff20example.org")
@example('"a"')
def test_the_validator_takes_no_address_without_an_at_sign(text: str) -> None:
    with pytest.raises(EmailNotValidError):
        validate_email(text, check_deliverability=False, test_environment=True, strict=True)


@given(local=st.text(min_size=1, max_size=8), domain=st.text(min_size=1, max_size=8))
@example(local="İst", domain="straße")
@example(local="ΟΔΟΣ", domain="βόλος")
@example(local="\u212ajk", domain="xn--strae-oqa")
def test_normalising_a_stored_email_changes_nothing(local: str, domain: str) -> None:
    email = normalize_email(f"{local}@{domain}.example")
    if email is not None:
        assert normalize_email(email) == email
        assert email.rpartition("@")[2].isascii()


@pytest.mark.parametrize(
    ("email", "masked"),
    [
        ("jane@x.com", "j***e@x.com"),
        ("jo@x.com", "j***o@x.com"),
        ("j@x.com", "j***@x.com"),
        ("jane.maria.longname@x.com", "j***e@x.com"),
    ],
)
def test_a_mask_keeps_the_first_and_the_last_letter(email: str, masked: str) -> None:
    assert mask_email(email) == masked


@given(local=local, domain=domain)
def test_a_mask_hides_the_rest_and_how_much_it_is(local: str, domain: str) -> None:
    last = local[-1] if len(local) > 1 else ""
    assert mask_email(f"{local}@{domain}") == f"{local[0]}***{last}@{domain}"
