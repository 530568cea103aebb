"""One column of a file read as several: the parts of its cells."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Split:
    """A blank `separator` is any run of spaces. The last part has the rest of the text; what is missing is empty."""

    separator: str
    parts: int

    def cut(self, cell: str) -> list[str]:
        """The parts, without spaces around them."""
        separator = None if self.separator.isspace() else self.separator
        found = [part.strip() for part in cell.split(separator, self.parts - 1)]
        return found + [""] * (self.parts - len(found))

    def join(self, parts: Sequence[str]) -> str | None:
        """A cell with these parts; None where a part holds the separator, so that no cell has them."""
        filled = max((place for place, part in enumerate(parts, start=1) if part.strip()), default=0)
        cell = self.separator.join(parts[:filled])
        return cell if self.cut(cell) == [part.strip() for part in parts] else None
