"""Remarks of a preview on what was chosen before: none of it is applied without one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final
from uuid import UUID

from server.people.imports.checking.mending import ReadValue, shorten
from server.people.imports.files.layout import Choice
from server.vocabulary.fields import FIELD

NAMED_VALUES: Final = 10


@dataclass(frozen=True, kw_only=True)
class ChoiceSentences:
    """`names` are those of the users who have chosen; a deleted account has none."""

    names: Mapping[UUID, str]
    zone: tzinfo

    def of_columns(self, choice: Choice | None) -> list[str]:
        if choice is None:
            return []
        name = self._name(choice)
        chosen = "they were chosen" if name is None else f"{name} chose them"
        return [f"Columns as {chosen} on {self._day(choice)}."]

    def of_values(self, values: Iterable[ReadValue]) -> list[str]:
        known = list(values)
        sentences = [
            f"{FIELD[value.field].label}: {shorten(value.before)} is read as {shorten(value.after)},"
            f" as {self._chosen(value.choice)}."
            for value in known[:NAMED_VALUES]
        ]
        more = len(known) - NAMED_VALUES
        return [*sentences, f"{more} more values are read as chosen before."] if more > 0 else sentences

    def _chosen(self, choice: Choice | None) -> str:
        if choice is None:
            return "chosen before"
        name = self._name(choice)
        return f"{'chosen' if name is None else f'{name} chose'} on {self._day(choice)}"

    def _name(self, choice: Choice) -> str | None:
        name = None if choice.by is None else self.names.get(choice.by)
        return None if name is None else shorten(name)

    def _day(self, choice: Choice) -> str:
        local = choice.at.astimezone(self.zone)
        return f"{local.day} {local:%b %Y}"
