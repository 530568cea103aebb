"""The figures of the last run of each job, kept in a file: what is measured alone replaces only its own."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from tests.bench.report import Row


@dataclass(frozen=True, kw_only=True)
class Measured:
    """The rows of one job, the day on which they were measured, and the machine."""

    day: str
    machine: str
    rounds: int
    rows: tuple[Row, ...]


def measured_now(rows: Sequence[Row], *, rounds: int) -> Measured:
    memory = psutil.virtual_memory().total / 2**30
    machine = f"{psutil.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}"
    return Measured(day=f"{datetime.now(UTC):%Y-%m-%d}", machine=machine, rounds=rounds, rows=tuple(rows))


def read_results(path: Path) -> dict[str, Measured]:
    """By job, in the order of the document."""
    return {job: _measured(kept) for job, kept in json.loads(path.read_text()).items()}


def write_results(results: Mapping[str, Measured], *, path: Path) -> None:
    kept = {job: {**asdict(each), "rows": [_short(row) for row in each.rows]} for job, each in results.items()}
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def _measured(kept: dict[str, object]) -> Measured:
    fields = {**kept, "rows": tuple(Row(**row) for row in kept["rows"])}  # type: ignore[attr-defined] # JSON of ours
    return Measured(**fields)  # type: ignore[arg-type] # the same


def _short(row: Row) -> dict[str, object]:
    """Without the fields that have their default."""
    default = asdict(Row(job="", ours=""))
    fields = {**asdict(row), "value": row.value and round(row.value, 4)}
    return {name: value for name, value in fields.items() if value != default[name]}
