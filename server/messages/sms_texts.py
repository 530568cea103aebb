"""What varies in text messages: their templates are registered where a country's operators demand it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from server.messages.kinds import MessageKind

# The variables of a kind's template, in the order of their first use. All else is alike in each of its messages.
VARIABLES: Final[Mapping[MessageKind, tuple[str, ...]]] = {
    MessageKind.CODE: ("code", "minutes"),
}
# Of a name: what operators in India let one variable hold.
LONGEST_NAME: Final = 30
# Those that people have typed.
_NAMES: Final = ("company",)
# What a template, a phone or a script could take for more than a letter; and line breaks.
_MARKS: Final = re.compile(r"[{}\[\]<>|\\^~`#\s]+")


def sms_variables(kind: MessageKind, values: Mapping[str, Any]) -> dict[str, str]:
    """Raises LookupError where the kind has no text message, or a value is missing."""
    given = {**values, "code": values["secret"], "company": values.get("company_name")}
    return {name: _plain(str(given[name])) if name in _NAMES else str(given[name]) for name in VARIABLES[kind]}


def placeholders(kind: MessageKind, form: Callable[[int], str]) -> dict[str, str]:
    """In the place of its variables, by their numbers from 1 on: the template as it is registered."""
    return {name: form(number) for number, name in enumerate(VARIABLES[kind], start=1)}


def _plain(name: str) -> str:
    """One line without markup, of a length that does not crowd out the rest."""
    line = _MARKS.sub(" ", name).strip()
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 2].rstrip()}.."
