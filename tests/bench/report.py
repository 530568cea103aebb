"""Rows, and what is made of them: the printed table, the kept figures and the document."""

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, Final

import psutil

DOCS: Final = Path(__file__).parents[2] / "docs"
BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line: with a `baseline` the limit is one of the ratio, else of `ours`; `beside` names the baseline."""

    job: str
    ours: float
    unit: str
    baseline: float | None = None
    beside: str = ""
    limit: float
    at_least: bool = False

    @property
    def ratio(self) -> float | None:
        return self.ours / self.baseline if self.baseline else None

    @property
    def verdict(self) -> str:
        """Whether it holds its target."""
        measured = self.ours if self.ratio is None else self.ratio
        return "yes" if (measured >= self.limit if self.at_least else measured <= self.limit) else "NO"

    @property
    def cells(self) -> tuple[str, ...]:
        unit = self.unit if self.ratio is None else "x"
        return (
            self.job,
            figure(self.ours, self.unit),
            "" if self.baseline is None else f"{self.beside}: {figure(self.baseline, self.unit)}",
            "" if self.ratio is None else figure(self.ratio, "x"),
            f"{'≥' if self.at_least else '≤'} {self.limit:,g} {unit}",
            self.verdict,
        )


def figure(value: float, unit: str) -> str:
    """Three digits are enough to look at."""
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"


def beside(job: str, ours: Sequence[float], baseline: Sequence[float], *, unit: str, **more: Any) -> Row:
    """The medians of both sides; `more` are fields of the row."""
    return Row(job=job, ours=median(ours), baseline=median(baseline), unit=unit, **more)


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def milliseconds(job: str, seconds: Sequence[float], *, limit: float, share: float = 0.99) -> Row:
    """The given percentile of what was measured."""
    return Row(job=f"{job}, p{share * 100:.0f}", ours=percentile(seconds, share) * 1000, unit="ms", limit=limit)


def table(rows: Iterable[Row]) -> str:
    """Markdown that can be read as it is, too."""
    lines = [("job", "ours", "baseline", "ratio", "target", "holds"), *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |" for line in lines
    )


def keep(measured: Mapping[str, Sequence[Row]], *, rounds: int, docs: Path = DOCS) -> None:
    """Replace the figures of these jobs in performance.json, and make the document anew."""
    path = docs / "performance.json"
    machine = f"{psutil.cpu_count()} cores, {psutil.virtual_memory().total / 2**30:.0f} GiB"
    about = f"{datetime.now(UTC):%Y-%m-%d}, {rounds} rounds, {machine}, Python {platform.python_version()}"
    kept = json.loads(path.read_text())
    for job, rows in measured.items():
        kept[job] = {"measured": about, "rows": [asdict(row) for row in rows]}
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    (docs / "performance.md").write_text(document(docs))


def document(docs: Path) -> str:
    """The text of performance.md with the kept figures."""
    kept = json.loads((docs / "performance.json").read_text())
    rows = [Row(**row) for job in kept.values() for row in job["rows"]]
    targets = [row.verdict for row in rows]
    days: dict[str, list[str]] = {}
    for name, job in kept.items():
        days.setdefault(job["measured"], []).append(name)
    body = [f"**{targets.count('yes')} of {len(targets)} targets hold.**", table(rows)]
    body += [f"Measured {about}: {', '.join(names)}." for about, names in days.items()]
    before, rest = (docs / "performance.md").read_text().split(BEGIN)
    return "\n\n".join([before + BEGIN, *body, END + rest.split(END)[1]])
