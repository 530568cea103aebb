"""Matching many texts at once gives what matching each gives."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.vocabulary.emails import common_new_emails, normalize_new_email
from server.vocabulary.many_texts import matcher
from server.vocabulary.phones import common_phones, normalize_phone
from server.vocabulary.visible_text import is_plain, plain_texts

TEXTS = st.lists(st.text(alphabet="ab1 \n\r\u2028\x85", max_size=4))


@given(texts=TEXTS)
def test_each_text_as_a_whole(texts: list[str]) -> None:
    single = re.compile("(a|ab|[^b\n]b+|)").fullmatch
    expected = [found[1] if (found := single(text)) and "\n" not in text else "" for text in texts]
    assert matcher("(a|ab|[^b\n]b+|)")(texts) == expected


@given(texts=TEXTS)
def test_plain_texts(texts: list[str]) -> None:
    assert plain_texts(texts) == [text if is_plain(text) else "" for text in texts]


@pytest.mark.parametrize(
    "text",
    [
        "asha@example.org",
        "ASHA@Example.org",
        "a" * 64 + "@example.org",
        "asha@xn--80ak6aa92e.com",
        "as\u212ai@example.org",
        "asha@example.org\nravi@example.org",
        "asha@example.org\n",
        "asha",
        "",
    ],
)
def test_common_emails_are_those_of_the_full_rules(text: str) -> None:
    others = ["ravi@example.org", text, "mira@example.org"]
    first, common, last = common_new_emails(others)
    assert (first, last) == ("ravi@example.org", "mira@example.org")
    assert common in {"", normalize_new_email(text)}


@given(digits=st.from_regex(r"(\+?91[ -]?)?[6-9][0-9]{8,10}", fullmatch=True))
def test_common_phones_are_those_of_the_full_rules(digits: str) -> None:
    assert common_phones([digits, "x"])[0] in {"", normalize_phone(digits, region="IN")}
    assert common_phones(["9800000001", digits, "+91 9800000001"])[::2] == ["+919800000001"] * 2
