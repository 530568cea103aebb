"""The table of results: ours, the baseline of the same run, the ratio, the target."""

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import ge, le
from pathlib import Path
from statistics import median

import psutil

HEAD = ("job", "ours", "baseline", "ratio", "target", "holds")
BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line; without a `limit` it is only reported."""

    job: str
    ours: str
    baseline: str = ""
    value: float | None = None
    limit: float | None = None
    at_least: bool = False
    unit: str = "x"

    @property
    def cells(self) -> tuple[str, ...]:
        measured = "" if self.value is None else f"{self.value:.2f}{self.unit}"
        target = "" if self.limit is None else f"{'≥' if self.at_least else '≤'} {self.limit:g}{self.unit}"
        return self.job, self.ours, self.baseline, measured, target, self._verdict()

    def _verdict(self) -> str:
        if self.value is None or self.limit is None:
            return ""
        compare: Callable[[float, float], bool] = ge if self.at_least else le
        return "yes" if compare(self.value, self.limit) else "NO"


def ratio_row(
    job: str,
    *,
    ours: Sequence[float],
    baseline: Sequence[float],
    limit: float | None = None,
    at_least: bool = False,
    unit: str = "s",
) -> Row:
    """Medians of both sides and their ratio."""
    mine, bare = median(ours), median(baseline)
    return Row(
        job=job,
        ours=f"{mine:,.2f} {unit}",
        baseline=f"{bare:,.2f} {unit}",
        value=mine / bare,
        limit=limit,
        at_least=at_least,
    )


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def print_table(rows: Sequence[Row]) -> None:
    print("\n".join(_markdown(rows)))


def write_document(rows: Sequence[Row], *, path: Path) -> None:
    """Replace the table in the document."""
    text = path.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    memory = psutil.virtual_memory().total / 2**30
    machine = f"{psutil.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}"
    when = f"Measured {datetime.now(UTC):%Y-%m-%d} on {machine}."
    path.write_text("\n".join([before + BEGIN, "", when, "", *_markdown(rows), "", END + after]))


def _markdown(rows: Sequence[Row]) -> list[str]:
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    padded = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return [padded[0], rule, *padded[1:]]
