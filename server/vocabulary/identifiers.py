"""What names an account at a sign-in: an email, a phone, or the code that a company gave, behind its short name.

No two kinds can be confused: an email has an at sign, a code stands behind a slash, a phone has neither.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.vocabulary.emails import mask_email, normalize_email
from server.vocabulary.phones import mask_phone, normalize_phone

SEPARATOR: Final = "/"
LONGEST_CODE: Final = 32
BAD_CODE: Final = f"A code has 1 to {LONGEST_CODE} letters (A to Z), digits, and between them - / or ."
# Numbers of so few digits count the people of a list, and begin anew in the next one.
_COUNTS: Final = 3

_CODE: Final = re.compile(rf"[A-Z0-9](?:[A-Z0-9./-]{{0,{LONGEST_CODE - 2}}}[A-Z0-9])?").fullmatch
_SHORT_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*").fullmatch


class IdentifierKind(StrEnum):
    EMAIL = "email"
    PHONE = "phone"
    CODE = "code"


@dataclass(frozen=True, kw_only=True)
class Identifier:
    """`value` is normalised; `company` is the short name of the company of a code."""

    kind: IdentifierKind
    value: str
    company: str | None = None

    @property
    def text(self) -> str:
        """The one way to write it: failures and quotas count by it."""
        return self.value if self.company is None else f"{self.company}{SEPARATOR}{self.value}"

    @property
    def masked(self) -> str:
        return mask_identifier(self.text)


def normalize_code(typed: str) -> str | None:
    """Write a code in capitals, as it is stored and compared. Returns None where the text is no code."""
    code = typed.strip()
    # Before the change of case, in which other letters become those of ASCII.
    return code.upper() if code.isascii() and _CODE(code.upper()) else None


def are_codes(cells: Iterable[str], *, named: bool) -> bool:
    """Whether the cells of a column are codes; numbers that count people are where it is `named` for codes alone."""
    filled = list(filter(None, map(str.strip, cells)))
    counts = bool(filled) and all(len(cell) <= _COUNTS and cell.isdigit() for cell in filled)
    return all(map(normalize_code, filled)) and (named or not counts)


def read_identifier(typed: str, *, kinds: Collection[IdentifierKind], region: str) -> Identifier | None:
    """What was typed, of these kinds; None where it is none of them. `region` is that of a phone without a prefix."""
    company = None
    if "@" in typed:
        kind, value = IdentifierKind.EMAIL, normalize_email(typed)
    elif SEPARATOR in typed:
        # The first one: a code may have more, a short name has none.
        name, _, code = typed.partition(SEPARATOR)
        company = name.strip().lower()
        is_name = name.strip().isascii() and _SHORT_NAME(company)
        kind, value = IdentifierKind.CODE, normalize_code(code) if is_name else None
    else:
        kind, value = IdentifierKind.PHONE, normalize_phone(typed, region=region)
    return None if value is None or kind not in kinds else Identifier(kind=kind, value=value, company=company)


def sign_in_name(label: str, *, company: str) -> str:
    """What an account with this label is signed in to by, in a company of this short name."""
    return label if "@" in label or label.startswith("+") else f"{company}{SEPARATOR}{label}"


def mask_identifier(text: str) -> str:
    """The short name of a company is public."""
    company, separator, code = text.partition(SEPARATOR)
    return f"{company}/{mask_label(code)}" if separator and "@" not in text else mask_label(text)


def mask_label(label: str) -> str:
    """An account's label for the audit trail: its email, code or phone, masked."""
    if "@" in label:
        return mask_email(label)
    if label.startswith("+"):
        return mask_phone(label)
    last = label[-1] if len(label) > 1 else ""
    return f"{label[:1]}***{last}"
