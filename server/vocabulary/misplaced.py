"""What stands where a name or a place is asked for and is none: what programs write for nothing, and other fields.

Columns that slip by one, empty cells of databases and failed formulas bring it; once stored, people are called by it.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.profiles import Profile, Role
from server.vocabulary.visible_text import person_name_problem, text_problem, tidy, with_plain_digits

# What people write for the cell above.
_DITTO: Final = frozenset(
    {
        *(
            "ditto",
            "do",
            "same",
            "same as above",
            "as above",
            "same above",
            "as per above",
            "see above",
            "idem",
            "ibid",
        ),
        *("उपरोक्त", "उपरोक्तानुसार", "यथोपरि", "तदैव", "वही", "ऊपर जैसा", "''", "'", '"', "〃"),
    }
)
# What stands for a part of a name that there is not; the last two are a first and a last name that is not known.
_NO_PART: Final = frozenset({"n/a", "n.a", "na", "null", "none", "nan", "nil", "undefined", "fnu", "lnu"})
# What spreadsheets, databases and people write into a cell that has nothing.
_NOTHING: Final = (_DITTO | _NO_PART).union(
    {
        *("n.a.", "(null)", "<null>", "[null]", "\\n", "<na>", "nat", "(none)", "#empty", "object object"),
        *("true", "false", "not available", "not applicable", "not known", "unknown", "tbd", "tba", "blank"),
        *("not provided", "not given", "not mentioned", "not specified", "not entered", "no data", "no name"),
        *("to be decided", "select", "please select", "select one", "choose"),
        *("null null", "none none", "nan nan", "n/a n/a", "nil nil", "empty", "yes", "no"),
        *("लागू नहीं", "उपलब्ध नहीं", "कोई नहीं", "नहीं", "रिक्त", "निरंक", "अज्ञात"),
    }
)
_NOT_THERE: Final = frozenset({"not available", "not applicable"})
# What people write around it: -nil-, --Select--, (none).
_AROUND_NOTHING: Final = " -–—_.*()[]<>:"
# Names of people, where they are not written as programs write them.
_ALSO_NAMES: Final = frozenset({"Na", "Nat", "Nil", "Nan", "Do", "No", "Yes"})
_GENDERS: Final = frozenset({"male", "female", "prefer not to say", "transgender", "पुरुष", "महिला", "स्त्री"})
_OTHERS: Final = frozenset({"other", "others", "अन्य"})
_POSITIONS: Final = frozenset(each.replace("_", " ").casefold() for each in (*Role, *Profile))
# Offices may be called by these.
_ALSO_PLACES: Final = frozenset({"hr", "admin", "management", "placement"})
# Words that people type where they have no name yet; some of them are names of a few people.
_PLACEHOLDERS: Final = frozenset(
    {
        *("test", "testing", "test test", "test user", "test student", "test name", "test data", "dummy", "sample"),
        *("demo", "example", "temp", "user", "student", "candidate", "guest", "anonymous"),
        *("name", "full name", "first name", "last name", "middle name", "surname", "name surname", "your name"),
        *("first name last name", "student name", "candidate name", "location", "work location", "city", "place"),
        *("centre", "center", "branch", "abc", "abcd", "xyz", "abc xyz", "xyz abc", "asdf", "asdf asdf", "asdfgh"),
        *("qwerty", "lorem ipsum", "absent", "vacant", "left", "deleted", "cancelled", "pending", "nothing", "boy"),
        *("girl", "man", "woman", *(letter * times for letter in "abnxyz" for times in (3, 4, 5))),
        *("नाम", "पूरा नाम", "परीक्षण", "टेस्ट"),
    }
)
_SUSPECT: Final = _NOTHING | _GENDERS | _OTHERS | _POSITIONS | _PLACEHOLDERS
# The number of a person or a certificate: EMP001, STU/2024/17.
_code: Final = re.compile(r"[A-Za-z]{0,8}(?:[-/_.]?[A-Za-z]{0,4}[0-9]{2,}){1,5}").fullmatch
# What a spreadsheet shows of a formula that failed, in English and in other languages: #N/A, #DIV/0!, #NV, #WERT!.
_failed_formula: Final = re.compile(
    r"#(?:[A-ZÄÖÜ]{2,}(?:[/_][A-Z0-9]+)?[!?]|N/?A|NV|NULL|NUM|REF|VALUE|NAME|GETTING_DATA)"
).fullmatch
_email: Final = re.compile(r"[^\s@()<>,;]+@[^\s@()<>,;]+\.[^\s@()<>,;.]+").search
_phone: Final = re.compile(r"\+?\d(?:[ .()-]{0,2}\d){8,14}").search
# A whole text that is a phone: with its plus or marks between, or the ten digits of an Indian mobile number. Other
# digits may be the number of a school, and dates without their whole year that of a house.
_number: Final = re.compile(r"\+\d[\d ().-]{8,16}|(?:91)?[6-9]\d{9}|\d{4,5}[ .-]\d{3,5}[ .-]?\d{2,4}").fullmatch
_year: Final = re.compile(r"(?<!\d)(?:18|19|20)\d\d(?!\d)").search
# Words of ASCII (D'Souza, Md. Ali), among them short numbers that are no date and no phone: nearly every text.
_words: Final = re.compile(
    r"[A-Za-z]++(?:['-][A-Za-z]++)*+"
    r"(?:\.?+ (?:[A-Za-z]++(?:['-][A-Za-z]++)*+[0-9]{0,5}+|[0-9]{1,5}+(?! [0-9])))*+"
).fullmatch
# What is neither a letter, a mark of a letter, a space nor a comma: where a text has none, few rules are left.
_signs: Final = re.compile("[^\\w\\s'’,\u0900-\u0dff]|[\\d_]").search
# A letter that a program has lost: the replacement character, the question marks that stand for letters, and what the
# codes of web pages, addresses, mails, JSON and Excel leave of it.
_lost: Final = re.compile(
    "\N{REPLACEMENT CHARACTER}|\\?\\?|&(?:[A-Za-z]{2,8}|#\\d{2,5});|\\\\u[0-9A-Fa-f]{4}|~\\{|_x[0-9A-F]{4}_"
    "|%20|[%=][C-Ec-e][0-9A-Fa-f][%=][89ABab][0-9A-Fa-f]"
).search
# The byte that each character was, read as Windows-1252 or, where that has none, as Latin-1.
_BYTES: Final = {
    bytes([number]).decode(encoding): number
    for encoding in ("latin-1", "cp1252")
    for number in range(256)
    if bytes([number]).decode(encoding, "ignore")
}
# A first byte of a letter and a second one: where a text has none, none of it was encoded twice.
_CONTINUES: Final = "".join(character for character, number in _BYTES.items() if number in range(0x80, 0xC0))
_may_be_twice: Final = re.compile(f"[Â-ô][{re.escape(_CONTINUES)}]").search
# Beginnings of two letters of which one was made, beside others that are right.
_twice: Final = re.compile("[ÂÃ][¡-¿€ƒ†‡‰Š‹ŒŽ™š›œžŸ]|â€|à[¤¥]").search  # noqa: RUF001 - what is found
_MOST_TIMES: Final = 4
# What a program has not filled in or not removed: a placeholder, a tag of a page.
_leftover: Final = re.compile(r"\{\{[^{}]*\}\}|\$\{[^{}]*\}|</?[A-Za-z][A-Za-z0-9]{0,9}(?:\s[^<>]*)?/?>").search
# A date has a few characters, and no text is a date without a digit.
_LONGEST_DATE: Final = 40
_LAST_YEAR: Final = 2_100


_WRONG_NAMES: Final[Sequence[tuple[Callable[[str], bool], str]]] = (
    (lambda name: "?" in name, "Letters of “{name}” were lost when the text was saved: type it again"),
    (lambda name: not any(map(str.isalpha, name)), "“{name}” is not a name: it has no letters"),
    (lambda name: name[0] == "=", "“{name}” is a formula, not a name: enter its result"),
    # Handles and lists begin with these.
    (lambda name: name[0] in "+@-", "A name cannot begin with “{first}”: remove it"),
    (lambda name: name.count('"') % 2 > 0, "“{name}” has a quotation mark that is never closed: remove it"),
)


def is_ordinary(text: str) -> bool:
    """Whether no rule for names and places can have anything against it: a quick answer for most of them."""
    if _words(text) is None or (folded := text.casefold()) in _SUSPECT or "www." in folded:
        return False
    return folded.partition(" ")[0] not in _NO_PART and folded.rpartition(" ")[2] not in _NO_PART


def is_ditto(text: str) -> bool:
    """Whether a cell says that it is the same as the one above."""
    return text.strip(_AROUND_NOTHING).casefold() in _DITTO


def stands_for_nothing(part: str) -> bool:
    """Whether it is written in place of a part of a name that there is not: a point, NA, LNU."""
    bare = part.strip(_AROUND_NOTHING)
    is_blank = not any(map(str.isalnum, part)) or _failed_formula(part)
    return bool(is_blank) or (bare.casefold() in _NO_PART and bare not in _ALSO_NAMES)


def is_no_value(text: str) -> bool:
    """Whether a cell says that there is no value: NA, a dash.

    "Nil" and "None" may be zero, or a choice; and a formula that failed should have one.
    """
    bare = text.strip(_AROUND_NOTHING).casefold()
    is_other = bare in {"nil", "none"} or is_ditto(text) or text.startswith("#")
    return bare in _NOT_THERE or (not is_other and stands_for_nothing(text))


def _is_plain(text: str) -> bool:
    """The same for texts of every script: letters without any sign or digit that a rule looks for."""
    return (
        _signs(text) is None and text[:1].isalpha() and _may_be_twice(text) is None and text.casefold() not in _SUSPECT
    )


def misplaced(text: str, *, label: str) -> str | None:
    """The sentence for a text that is nothing, or the value of another field, and therefore no `label`; or None."""
    if _is_plain(text):
        return None
    if is_encoded_twice(text):
        return f"Letters of “{_short(text)}” were encoded twice when the text was saved: {_rewrite(decoded(text))}"
    meant = _from_utf7(text)
    if meant or _lost(text):
        return f"Letters of “{_short(text)}” were lost when the text was saved: {_rewrite(meant)}"
    bare = text.strip(_AROUND_NOTHING)
    is_blank = not any(map(str.isalnum, text)) or _failed_formula(text)
    if is_blank or (bare.casefold() in _NOTHING and not (bare in _ALSO_NAMES and label == "name")):
        return f"“{_short(text)}” stands for an empty cell: enter a {label.lower()}"
    if found := _leftover(text):
        return f"“{_short(found.group())}” is left of a program: enter a {label.lower()}"
    kind = _other_field(text)
    return f"“{_short(text)}” is {kind}, not a {label.lower()}" if kind else None


def placeholder(text: str, *, label: str, may_be_code: bool) -> str | None:
    """The sentence for a text that passes, but is hardly a `label`: what people type to fill a cell; or None."""
    words = [] if may_be_code else text.split()
    if len(words) > 1 and (part := next(filter(stands_for_nothing, (words[0], words[-1])), None)):
        return f"“{_short(part)}” is hardly a part of the {label.lower()}: check it"
    if _is_plain(text):
        return None
    if text.casefold() in _PLACEHOLDERS or text.startswith("=") or (not may_be_code and _code(text)):
        return f"“{_short(text)}” is hardly a {label.lower()}: check it"
    return None


def is_encoded_twice(text: str) -> bool:
    """Whether there are bytes of UTF-8 in it, each read as a letter of its own: JosÃ© for José."""
    return _may_be_twice(text) is not None and (_twice(text) is not None or decoded(text) is not None)


def decoded(text: str) -> str | None:
    """The text of which each byte in UTF-8 was read as a letter, once or several times; None where it is none."""
    found = None
    for _ in range(_MOST_TIMES):
        try:
            text = bytes(_BYTES[character] for character in text).decode()
        except (KeyError, UnicodeDecodeError):
            break
        if text.isascii():
            break
        found = text
    return found


def name_misplaced(name: str) -> str | None:
    """The same for a person's name, which holds letters, and no phone, email or question mark beside them."""
    if _is_plain(name):
        return None
    if problem := misplaced(name, label="name"):
        return problem
    folded = name.casefold()
    if folded in _OTHERS or folded in _POSITIONS:
        return f"“{name}” is a {'gender' if folded in _OTHERS else 'role'}, not a name"
    for is_wrong, sentence in _WRONG_NAMES:
        if is_wrong(name):
            return sentence.format(name=_short(name), first=name[0])
    for what, found in (("an email", _email(name)), ("a phone", _phone(with_plain_digits(name)))):
        if found:
            return f"A name cannot hold {what}: remove “{found.group()}”"
    return None


def name_problem(typed: str) -> str | None:
    """Say why a text is no person's name: one rule for forms, files and providers. Returns None for a good one."""
    return text_problem(typed) or name_misplaced(tidy(typed)) or person_name_problem(typed)


def _other_field(text: str) -> str | None:
    """Which other field's value the whole text is."""
    folded = text.casefold()
    if folded in _GENDERS:
        return "a gender"
    if folded in _POSITIONS and folded not in _ALSO_PLACES:
        return "a role"
    if (email := _email(text)) and email.group() == text:
        return "an email"
    if not any(map(str.isdigit, text)):
        return None
    digits = with_plain_digits(text)
    if _number(digits):
        return "a phone"
    is_date = _year(digits) is not None and any(read_birth_date(digits, this_year=_LAST_YEAR))
    return "a date" if is_date else None


def _from_utf7(text: str) -> str | None:
    """The text that this is in UTF-7, as in Jos+AOk; None where it is none."""
    if "+" not in text or not text.isascii():
        return None
    try:
        meant = text.encode().decode("utf-7")
    except UnicodeDecodeError:
        return None
    return None if meant.isascii() else meant


def _rewrite(meant: str | None) -> str:
    return f"write {_short(meant)}" if meant else "type it again"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_DATE else text[: _LONGEST_DATE - 1] + "…"
