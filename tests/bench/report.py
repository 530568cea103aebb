"""The table of results: ours, the baseline of the same run, the ratio, the target."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import ge, le
from statistics import median

HEAD = ("job", "ours", "baseline", "ratio", "target", "holds")


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line; without a `limit` it is only reported.

    A row with a `panel` is among the first that a reader sees, and is drawn: the panel is the title above its bars, and
    what follows " / " in `job` names the baseline's bar.
    """

    job: str
    ours: str
    baseline: str = ""
    value: float | None = None
    limit: float | None = None
    at_least: bool = False
    unit: str = "x"
    panel: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        measured = "" if self.value is None else f"{self.value:.2f}{self.unit}"
        target = "" if self.limit is None else f"{'≥' if self.at_least else '≤'} {self.limit:g}{self.unit}"
        return self.job, self.ours, self.baseline, measured, target, self.verdict

    @property
    def verdict(self) -> str:
        """Whether it holds its target: yes, NO, or nothing without a target."""
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
    panel: str = "",
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
        panel=panel,
    )


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def print_table(rows: Sequence[Row]) -> None:
    print("\n".join(table(rows)))


def table(rows: Sequence[Row]) -> list[str]:
    """Lines of Markdown that can be read as they are, too."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    padded = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return [padded[0], rule, *padded[1:]]
