"""Measures jobs one after the other: rows are printed as they are measured, and one table at the end."""

import argparse
import asyncio
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial

from tests.bench.document import keep
from tests.bench.report import Row, print_table
from tests.bench.system import database_server

# The rows of a job; `rounds` is how often each side is measured.
Job = Callable[..., AsyncIterator[Row]]


def run_jobs(jobs: Mapping[str, Job], *, program: str, about: str, rounds: int = 5) -> int:
    """What the command line asks for. The exit status: 1 where a job failed, which costs no other."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("--only", choices=sorted(jobs), action="append", help="measure this alone (may be repeated)")
    parser.add_argument("--rounds", type=int, default=rounds, help="how often each side is measured; the median counts")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/, its table and its pictures")
    arguments = parser.parse_args()
    with database_server() as servers:
        chosen = {name: partial(jobs[name], servers, rounds=arguments.rounds) for name in arguments.only or jobs}
        measured, failed = measure(chosen)
    print_table([row for rows in measured.values() for row in rows])
    if arguments.write:
        # A job that failed keeps what it had.
        keep({name: rows for name, rows in measured.items() if name not in failed}, rounds=arguments.rounds)
    for name, reason in failed.items():
        print(f"FAILED: {name}: {reason}", file=sys.stderr)
    return 1 if failed else 0


def measure(jobs: Mapping[str, Callable[[], AsyncIterator[Row]]]) -> tuple[dict[str, list[Row]], dict[str, str]]:
    """The rows of each job, and what the failed ones failed with."""
    measured: dict[str, list[Row]] = {}
    failed: dict[str, str] = {}
    for name, job in jobs.items():
        print(f"{name} …", flush=True)
        rows = measured[name] = []
        try:
            asyncio.run(_measure(job(), rows=rows))
        except Exception as error:  # noqa: BLE001 - it costs no other job
            traceback.print_exc()
            failed[name] = repr(error)
    return measured, failed


async def _measure(measuring: AsyncIterator[Row], *, rows: list[Row]) -> None:
    """Appends to `rows`, so that a job which fails later keeps its first rows."""
    async for row in measuring:
        print("  " + " | ".join(filter(None, row.cells)), flush=True)
        rows.append(row)
