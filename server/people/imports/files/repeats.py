"""Find the people who have several rows in a file, as those have who answer a form twice."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from server.people.duplicates.names import are_alike
from server.people.imports.files.headings import FORMS, simplify
from server.people.imports.files.layout import Columns, NumberedRecord
from server.people.imports.files.notes import shorten
from server.platform.process.clock import utc_now
from server.vocabulary.birth_dates import DateOrder, read_moment
from server.vocabulary.visible_text import fold_name, with_plain_digits

# An email or a phone of more people is that of an office.
MOST_SHARING: Final = 4
_DIGITS_OF_PHONE: Final = 10
# They show the order of day and month, and whether the newest are first.
TIMES_LOOKED_AT: Final = 1_000
_between_digits: Final = dict.fromkeys(map(ord, " -().+/\u00a0"))


@dataclass(eq=False)
class _Person:
    name: str
    email: str
    phone: str
    lines: list[int] = field(default_factory=list)

    def is_same(self, name: str, email: str, phone: str, *, may_differ: bool) -> bool:
        """Whether the names are alike; where the other contact is another one and `may_differ`, they are equal."""
        differs = any(own and given and own != given for own, given in ((self.email, email), (self.phone, phone)))
        is_named = fold_name(self.name) == fold_name(name)
        return (may_differ and is_named) if differs else is_named or are_alike(self.name, name)


class Repeats:
    """Rows with an email or a phone of earlier ones; of them, `group` makes people.

    Who answers a form, as the column `timed_by` says when, may give another email or phone the next time. A row that
    has the email of one person and the phone of another is of neither.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._first: dict[int, int] = {}
        self._lines: set[int] = set()
        self._time = next((place for place, each in enumerate(columns.header) if simplify(each) in FORMS), None)
        self.timed_by = None if self._time is None else shorten(columns.header[self._time])

    def note(self, line: int, record: list[str]) -> None:
        """Look at the rows of a file, one after another."""
        for contact in self._contacts(record):
            first = self._first.setdefault(hash(contact), line) if contact else line
            if first != line:
                self._lines |= {first, line}

    def _contacts(self, record: list[str]) -> tuple[str, str]:
        email, phone = self._columns.contacts(record)
        return email.strip().lower(), with_plain_digits(phone).translate(_between_digits)[-_DIGITS_OF_PHONE:]

    def group(self, rows: Iterable[NumberedRecord]) -> list[list[int]]:
        """The lines of each person who has several of these rows, which are those noted; the latest is the last."""
        sharing, people, texts = defaultdict[str, list[_Person]](list), list[_Person](), dict[int, str]()
        time, timed = self._time or 0, self._time is not None
        for line, record in rows if self._lines else ():
            if timed and time < len(record) and (line in self._lines or len(texts) < TIMES_LOOKED_AT):
                texts[line] = record[time]
            name = self._columns.cells(record).cell("fullName").strip() if line in self._lines else ""
            if not name:
                continue
            contacts = self._contacts(record)
            is_same = partial(_Person.is_same, name=name, email=contacts[0], phone=contacts[1], may_differ=timed)
            known = [each for contact in contacts for each in sharing[contact] if is_same(each)]
            if any(each is not known[0] for each in known) or not all(map(is_same, sharing[contacts[0]])):
                continue
            if not known:
                people.append(_Person(name, *contacts))
            person = known[0] if known else people[-1]
            person.lines.append(line)
            for contact in filter(None, contacts):
                if len(sharing[contact]) < MOST_SHARING and person not in sharing[contact]:
                    sharing[contact].append(person)
        self._first.clear()
        latest = _latest(texts)
        return [sorted(each.lines, key=latest) for each in people if len(each.lines) > 1]


def _latest(texts: Mapping[int, str]) -> Callable[[int], tuple[str, int]]:
    """The order of lines by their times, which stand in the order of the file."""
    this_year = utc_now().year
    readings = [
        [read_moment(text, order=order, this_year=this_year) or "" for text in texts.values()] for order in DateOrder
    ]
    # In the right order more are dates, and they rise or fall as forms list them.
    moments = max(readings, key=lambda each: (sum(map(bool, each)), sorted(each) in (each, each[::-1])))
    of_line = dict(zip(texts, moments, strict=True))
    turn = -1 if moments != sorted(moments) == moments[::-1] else 1
    return lambda line: (of_line.get(line, ""), turn * line)
