"""What varies in text messages: their templates are registered where a country's operators demand it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.sms_segments import is_gsm

# The variables of a kind's template, in the order of their first use. All else is alike in each of its messages.
VARIABLES: Final[Mapping[MessageKind, tuple[str, ...]]] = {
    MessageKind.CODE: ("code", "minutes"),
    MessageKind.INVITATION: ("company", "link", "login"),
    MessageKind.PASSWORD_CHANGED: (),
}
# Of a name: what operators in India let one variable hold.
LONGEST_NAME: Final = 30
# A number to call is no part of a company's name.
MOST_DIGITS: Final = 4
NAMELESS: Final = "Your organisation"

# What a template, a phone or a script could take for more than a letter; and line breaks.
_MARKS: Final = re.compile(r"[{}\[\]<>|\\^~`#@\s]+")


def sms_variables(kind: MessageKind, values: Mapping[str, Any]) -> dict[str, str]:
    """Raises LookupError where the kind has no text message, or a value is missing."""
    return {name: _VALUES[name](values) for name in VARIABLES[kind]}


def placeholders(kind: MessageKind, form: Callable[[int], str]) -> dict[str, str]:
    """In the place of its variables, by their numbers from 1 on: the template as it is registered."""
    return {name: form(number) for number, name in enumerate(VARIABLES[kind], start=1)}


def _company(values: Mapping[str, Any]) -> str:
    """The name where it costs no second part, else the short name, in letters that every phone has."""
    names = (_plain(str(values[given])) for given in ("company_name", "company_slug"))
    return next((name for name in names if _is_fit(name)), NAMELESS)


def _is_fit(name: str) -> bool:
    return bool(name) and is_gsm(name) and sum(map(str.isdigit, name)) <= MOST_DIGITS


def _link(values: Mapping[str, Any]) -> str:
    if values["link"] is None:
        raise LookupError
    return str(values["link"])


def _login(values: Mapping[str, Any]) -> str:
    """A code with a dot could be read as an address, which phones turn into a link."""
    company, slash, code = str(values["login"]).partition("/")
    return f"{company}/(your code)" if slash and "." in code else f"{company}{slash}{code}"


def _plain(name: str) -> str:
    """One line without markup, of a length that does not crowd out the rest."""
    line = _MARKS.sub(" ", name).strip()
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 2].rstrip()}.."


_VALUES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "code": lambda values: str(values["secret"]),
    "minutes": lambda values: str(values["minutes"]),
    "company": _company,
    "link": _link,
    "login": _login,
}
