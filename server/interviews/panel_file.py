"""Read panels from a file: a line each, as an office keeps them in a spreadsheet."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import time
from typing import Final
from uuid import UUID

from pydantic import ValidationError

from server.interviews import repository, schemas
from server.interviews.hold_rounds import check_reach
from server.interviews.plan_panels import TOO_MANY_PANELS
from server.people.imports.files.csv_file import locate_records
from server.people.imports.files.read_table import Table, read_table
from server.platform.errors import ValidationFailedError
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.emails import normalize_email
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.visible_text import fold_name, tidy

HEAD_ROWS: Final = 20
MOST_SHOWN: Final = 50
HEADINGS: Final = {
    "panel": "name",
    "name": "name",
    "place": "place",
    "room": "place",
    "link": "link",
    "from": "from",
    "starts": "from",
    "to": "to",
    "ends": "to",
    "emails": "emails",
    "email": "emails",
    "panelists": "emails",
}
NO_HEADINGS: Final = "The file needs the columns Panel, From, To and Emails; Place and Link where there are any"
NO_HOUR: Final = "Not an hour such as 09:30"
NOON: Final = 12
NO_PANELIST: Final = "No active panelist has this email"
_HOUR: Final = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})(?::00)?\s?(am|pm)?", re.IGNORECASE)

Line = tuple[int, dict[str, str]]


async def read_panels(context: Context, file: SpooledFile, *, round_id: UUID) -> schemas.ReadPanels:
    """Nothing is stored. Raises NotFoundError, FileRefusedError, ValidationFailedError: it has not these columns."""
    async with context.services.database.reading() as connection:
        await check_reach(connection, context, round_id)
    lines = await in_thread(_lines, await read_table(file, known=BUILT_IN))
    emails = {email for _, cells in lines for email in _emails(cells).values() if email}
    async with context.services.database.reading() as connection:
        known = await repository.panelists_by_email(connection, emails, company_id=context.company_id)
    read, problems = list[schemas.ReadPanel](), list[schemas.PanelProblem]()
    for number, cells in lines:
        panel, wrong = _panel(cells, known)
        problems += [schemas.PanelProblem(line=number, text=text[:60], reason=reason) for text, reason in wrong]
        read += [] if panel is None else [panel]
    return schemas.ReadPanels(panels=read, problems=problems[:MOST_SHOWN])


def _lines(table: Table) -> list[Line]:
    """The cells of each line by their column. Raises ValidationFailedError."""
    columns: dict[int, str] = {}
    found: list[Line] = []
    for place, (number, _, record) in enumerate(locate_records(table.text, dialect=table.dialect)):
        cells = [tidy(cell) for cell in record]
        if not columns and place < HEAD_ROWS:
            named = {at: HEADINGS[fold_name(cell)] for at, cell in enumerate(cells) if fold_name(cell) in HEADINGS}
            columns = named if {"name", "from", "to"} <= {*named.values()} else {}
        elif columns and any(cells):
            found.append((number, {name: cells[at] for at, name in columns.items() if at < len(cells)}))
            if len(found) > schemas.MOST_PANELS:
                raise ValidationFailedError(errors={"file": TOO_MANY_PANELS})
    if not columns:
        raise ValidationFailedError(errors={"file": NO_HEADINGS})
    return found


def _emails(cells: Mapping[str, str]) -> dict[str, str | None]:
    """Each address as it is written, with the form in which accounts have it."""
    written = cells.get("emails", "").replace(";", ",").replace(" ", ",").split(",")
    return {each: normalize_email(each) for each in written if each}


def _hour(text: str) -> time | None:
    found = _HOUR.fullmatch(text)
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    with suppress(ValueError):
        return time(hour % NOON + (NOON if half == "pm" else 0) if half else hour, minute)
    return None


def _panel(
    cells: Mapping[str, str], known: Mapping[str, UUID]
) -> tuple[schemas.ReadPanel | None, Sequence[tuple[str, str]]]:
    """(the panel, what is wrong with its cells)."""
    hours = {name: _hour(cells.get(name, "")) for name in ("from", "to")}
    wrong = [(cells.get(name, ""), NO_HOUR) for name, hour in hours.items() if hour is None]
    emails = _emails(cells)
    wrong += [(written, NO_PANELIST) for written, email in emails.items() if email not in known]
    if wrong:
        return None, wrong
    given = {name: cells.get(name, "") for name in ("name", "place", "link")}
    hours_given = {name: f"{hour:%H:%M}" for name, hour in hours.items()}
    panelists = [known[email] for email in emails.values() if email is not None]
    try:
        typed = schemas.PanelInput.model_validate({**given, **hours_given, "panelists": panelists})
    except ValidationError as error:
        return None, [(cells.get("name", ""), each["msg"].removeprefix("Value error, ")) for each in error.errors()]
    shown = {"name": typed.name, "place": typed.place, "link": typed.link, "panelists": typed.panelists}
    return schemas.ReadPanel.model_validate({**shown, **hours_given}), ()
