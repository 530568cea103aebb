"""`make bench`: what people and operators wait for, beside its baseline."""

import argparse
import asyncio
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Final

from tests.bench import (
    browser_bench,
    crowd_bench,
    import_bench,
    interview_bench,
    mail_bench,
    peers,
    placement_bench,
    process_bench,
    request_bench,
    scale_bench,
    socket_bench,
    stage_bench,
    training_bench,
)
from tests.bench.report import Row, keep, table
from tests.bench.system import database_server

# It is measured when it is named: it is installed first.
DIRECTUS: Final = "directus"
# The rows of a job; `rounds` is how often each side is measured.
Job = Callable[..., AsyncIterator[Row]]

JOBS: Final[dict[str, Job]] = {
    "import": import_bench.run,
    "bulk": request_bench.run_bulk,
    "list": request_bench.run_list,
    "fields": request_bench.run_fields,
    "duplicates": request_bench.run_duplicates,
    "dashboards": request_bench.run_dashboards,
    "training": training_bench.run,
    "interviews": interview_bench.run,
    "placement": placement_bench.run,
    "stages": stage_bench.run,
    "login": request_bench.run_login,
    "crowd": crowd_bench.run,
    "profile": request_bench.run_profile,
    "mail": mail_bench.run,
    "sockets": socket_bench.run,
    "browser": browser_bench.run,
    "scale": scale_bench.run,
    "idle": process_bench.run_idle,
    "start": process_bench.run_start,
    DIRECTUS: peers.run_directus,
}


def main() -> int:
    """The exit status: 1 where a job failed, which costs no other."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", choices=JOBS, action="append", help="measure this alone (may be repeated)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side is measured; the median counts")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/ and its table")
    given = parser.parse_args()
    with database_server() as servers:
        names = given.only or [name for name in JOBS if name != DIRECTUS]
        measured, failed = measure({name: partial(JOBS[name], servers, rounds=given.rounds) for name in names})
    print(table(row for rows in measured.values() for row in rows))
    if given.write:
        # A job that failed keeps what it had.
        keep({name: rows for name, rows in measured.items() if name not in failed}, rounds=given.rounds)
    for name, reason in failed.items():
        print(f"FAILED: {name}: {reason}", file=sys.stderr)
    return 1 if failed else 0


def measure(jobs: Mapping[str, Callable[[], AsyncIterator[Row]]]) -> tuple[dict[str, list[Row]], dict[str, str]]:
    """The rows of each job, printed as they come, and what the failed ones failed with."""
    measured: dict[str, list[Row]] = {}
    failed: dict[str, str] = {}
    for name, job in jobs.items():
        print(f"{name} …", flush=True)
        try:
            asyncio.run(_measure(job(), rows=measured.setdefault(name, [])))
        except Exception as error:  # noqa: BLE001 - it costs no other job
            traceback.print_exc()
            failed[name] = repr(error)
    return measured, failed


async def _measure(measuring: AsyncIterator[Row], *, rows: list[Row]) -> None:
    """Append to `rows`, so that a job which fails later keeps its first ones."""
    async for row in measuring:
        print("  " + " | ".join(filter(None, row.cells)), flush=True)
        rows.append(row)


if __name__ == "__main__":
    sys.exit(main())
