"""The remarks of a preview: sentences about the whole file, and about earlier choices that are applied to it."""

from datetime import tzinfo
from typing import Final

from server.people.imports.files.layout import Choice
from server.people.imports.mending.mending_repository import names_of
from server.people.imports.repository import Import
from server.platform.database.connections import Connection
from server.vocabulary.birth_dates import SHAPES, DateOrder
from server.vocabulary.fields import FIELD

OTHER_DOMAINS: Final = "Checked again, because the company has changed the email domains that it allows."
DATES_FOUND: Final = {
    DateOrder.DAY: "Dates are read as day/month/year, because the file has days above 12 in first place.",
    DateOrder.MONTH: "Dates are read as month/day/year, because the file has days above 12 in second place.",
}
DATES_NAMED: Final = {
    order: f"Dates are read as {shape}, because their heading says so." for order, shape in SHAPES.items()
}
NAMED_VALUES: Final = 10
LONGEST_NAMED: Final = 60


def shorten(text: str) -> str:
    return text if len(text) <= LONGEST_NAMED else text[: LONGEST_NAMED - 1] + "…"


def on_sheet(sheet: str, *, passed_over: str) -> str:
    return f"The sheet “{sheet}” is read: “{passed_over}” has none of the required headings."


def on_chosen_dates(order: DateOrder) -> str:
    return f"Dates are read as {SHAPES[order]}, as chosen in the preview."


async def list_remarks(connection: Connection, found: Import, *, zone: tzinfo) -> list[str]:
    """Say which earlier choices are applied here, with author and day, beside what the reading of the file found."""

    def made(choice: Choice, *, by_author: str, without_author: str) -> str:
        """A deleted account has no name."""
        name, local = choice.by and names.get(choice.by), choice.at.astimezone(zone)
        return f"{f'{shorten(name)} {by_author}' if name else without_author} on {local.day} {local:%b %Y}."

    columns, values = found.fields.remembered, found.read_values
    authors = {each.by for each in (columns, *(value.choice for value in values)) if each and each.by}
    names = await names_of(connection, authors, company_id=found.company_id) if authors else {}
    remarks = list(found.remarks)
    if columns is not None:
        remarks.insert(0, f"Columns as {made(columns, by_author='chose them', without_author='they were chosen')}")
    for value in values[:NAMED_VALUES]:
        chosen = made(value.choice, by_author="chose", without_author="chosen")
        label = FIELD[value.field].label
        remarks.append(f"{label}: {shorten(value.before)} is read as {shorten(value.after)}, as {chosen}")
    if (more := len(values) - NAMED_VALUES) > 0:
        remarks.append(f"{more} more values are read as chosen before.")
    return remarks
