"""Email addresses, normalised alike for forms, files and sending."""

import re
import unicodedata
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

from email_validator import EmailNotValidError, ValidatedEmail, validate_email

from server.vocabulary.visible_text import is_one_script, is_top_level_domain, script_of, without_invisible


@dataclass(frozen=True, kw_only=True)
class Contacts:
    """`email` in lower case."""

    email: str | None
    phone: str | None
    full_name: str | None

    def values(self) -> dict[str, str | None]:
        return asdict(self)


MAXIMUM_LENGTH: Final = 254
MAXIMUM_LOCAL: Final = 64
# A cell may hold more than its address, such as a name. To search a cell of any length would take a tenth of a second.
MAXIMUM_TYPED: Final = 1_024
# A domain outside ASCII, which may be misspelt or deceptive.
_ENCODED: Final = "xn--"
GMAIL: Final = "gmail.com"
# Its mailboxes have no other domain, which many in India expect.
_NO_GMAIL: Final = frozenset({"gmail.in", "gmail.co.in", "gmail.net", "gmail.org"})
_GMAIL_DOMAINS: Final = frozenset({GMAIL, "googlemail.com"})
# Providers whose names are often misspelt, and real domains that look like misspellings of them.
_OFTEN_MEANT: Final = (
    GMAIL, "yahoo.com", "yahoo.co.in", "yahoo.in", "hotmail.com", "outlook.com", "rediffmail.com", "icloud.com",
    "protonmail.com",
)  # fmt: skip
_REAL: Final = frozenset(
    {*_OFTEN_MEANT, "email.com", "mail.com", "ymail.com", "cloud.com", "yahoo.co.id", "yahoo.co.il"}
)
# A slip turns `com` into one of these, and each exists as an ending of its own.
_COM: Final = frozenset({"co", "cm", "om"})
# Reserved for examples and tests (RFC 2606).
_RESERVED: Final = frozenset({"example", "test"})

# The form of nearly every address; others go through the full validator, which is 10 times slower.
_COMMON_FORM: Final = r"[a-z0-9_+'-]++(?:\.[a-z0-9_+'-]++)*+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}"
_COMMON: Final = re.compile(_COMMON_FORM).fullmatch
# Latin letters that are taken for others; from U+0250 on, the alphabets of phoneticians.
_DECEIVING: Final = frozenset("ıȷǀǁǂǃ")
_JOINER: Final = re.compile("[\u200c\u200d]").search
_PHONETIC: Final = re.compile("[\u0250-\u02ff\u1d00-\u1dff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]").match
# Letters of Armenian, Cyrillic and Greek of which a whole word looks Latin; the choice is that of browsers.
_LOOK_LATIN: Final = frozenset("ագզէլհյոսւօցаысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡαικνρυωηοτ")


def normalize_email(text: str) -> str | None:
    """The address as it is stored and sent to: lower-case, its domain in ASCII (IDNA 2008). None where it is none.

    Invisible characters, which are copied with addresses, are left out, but for joiners: these are part of words.
    """
    if len(text) > MAXIMUM_TYPED:
        return None
    text = _seen(text)
    email = text.strip().lower()
    if len(email) <= MAXIMUM_LENGTH and _COMMON(email) and email.index("@") <= MAXIMUM_LOCAL and _ENCODED not in email:
        return email
    checked = _validate(text)
    if checked is None:
        return None
    local = unicodedata.normalize("NFC", checked.local_part.lower())
    return f"{local}@{checked.ascii_domain.lower()}"


def _seen(text: str) -> str:
    return text if text.isascii() or _JOINER(text) else without_invisible(text)


def normalize_new_email(text: str) -> str | None:
    """The same for an address that is to be registered.

    One that looks like another is refused, and one of a top-level domain that does not exist.
    """
    email = normalize_email(text)
    if email is None or not _may_exist(email) or _has_look_alikes(text, email=email):
        return None
    return email


def refusal_of_email(text: str) -> str | None:
    """The sentence that refuses an address that is one, but may not be registered; None for what is none."""
    email = normalize_email(text)
    if email is None:
        return None
    if _has_look_alikes(text, email=email):
        return "This email address holds letters that look like others. Please type it with one keyboard"
    if _may_exist(email):
        return None
    domain = email.rpartition("@")[2]
    meant = _meant_domain(domain)
    if meant is None:
        return f"The domain {domain} does not exist"
    return f"The domain {domain} does not exist: did you mean {meant}?"


def likely_meant(email: str) -> str | None:
    """The address that was probably meant, where the domain of this one looks like a slip; it may be real all the same.

    `email` is normalised.
    """
    local, _, domain = email.rpartition("@")
    meant = _meant_domain(domain)
    return None if meant is None else f"{local}@{meant}"


@lru_cache(maxsize=4_096)
def _meant_domain(domain: str) -> str | None:
    if domain in _REAL:
        return None
    name, _, ending = domain.partition(".")
    if domain in _NO_GMAIL:
        return GMAIL
    for each in _OFTEN_MEANT:
        meant_name, _, meant_ending = each.partition(".")
        if domain == f"{each}.com" or (ending == meant_ending and _is_one_slip(name, meant_name)):
            return each
        is_no_domain = ending in _COM or not is_top_level_domain(ending.rpartition(".")[2])
        if name == meant_name and is_no_domain and _is_one_slip(ending, meant_ending):
            return each
    return None


def _is_one_slip(typed: str, meant: str) -> bool:
    """Whether one character is missing, too many or another one, or two neighbours are exchanged."""
    if len(typed) == len(meant):
        places = [place for place, (one, other) in enumerate(zip(typed, meant, strict=True)) if one != other]
        first, last = places[0], places[-1]
        is_exchanged = last == first + 1 and typed[first : last + 1] == meant[last] + meant[first]
        return first == last or is_exchanged
    shorter, longer = sorted((typed, meant), key=len)
    return len(longer) - len(shorter) == 1 and any(
        longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer))
    )


def _may_exist(email: str) -> bool:
    ending = email.rpartition(".")[2]
    return ending in _RESERVED or is_top_level_domain(ending)


def mask_email(email: str) -> str:
    """First and last character of the local part and always three stars: `j***e@example.com`."""
    local, _, domain = email.partition("@")
    last = local[-1] if len(local) > 1 else ""
    return f"{local[:1]}***{last}@{domain}"


def _validate(text: str) -> ValidatedEmail | None:
    if "@" not in text:
        return None
    try:
        return validate_email(text.strip(), check_deliverability=False, test_environment=True, strict=True)
    except EmailNotValidError:
        return None


def _has_look_alikes(text: str, *, email: str) -> bool:
    """Identifiers are of one script (Unicode TR 39, 5.2), and there is one way to write them."""
    text = _seen(text)
    if text.isascii() and _ENCODED not in email:
        return False
    checked = _validate(text)
    typed = text.strip()
    if checked is None or unicodedata.normalize("NFKC", typed) != unicodedata.normalize("NFC", typed):
        return True
    *labels, top = checked.domain.split(".")
    parts = [part for part in (checked.local_part.lower(), *labels, top) if not part.isascii()]
    if any(map(_is_mixed, parts)):
        return True
    letters = ([each for each in part if each.isalpha()] for part in parts)
    return top.isascii() and any(map(_LOOK_LATIN.issuperset, letters))


def _is_mixed(part: str) -> bool:
    letters = [character for character in part if not character.isascii() or character.isalpha()]
    scripts = {script_of(letter) for letter in letters}
    return not is_one_script(scripts) or any(map(_is_misleading, letters))


def _is_misleading(letter: str) -> bool:
    if letter.isascii():
        return False
    is_letter = f"a{letter}".isidentifier() and not unicodedata.name(letter, "").startswith("COMBINING ")
    return not is_letter or letter in _DECEIVING or _PHONETIC(letter) is not None


def mailbox_of(contact: str) -> str:
    """An email without what its provider ignores: a tag after `+`, the dots of a Gmail address. A phone as it is."""
    local, at, domain = contact.rpartition("@")
    if not at:
        return contact
    name = local.partition("+")[0] or local
    if domain in _GMAIL_DOMAINS:
        name, domain = name.replace(".", ""), GMAIL
    return f"{name}@{domain}"
