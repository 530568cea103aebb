"""`make bench`: every job beside its baseline; rows are printed as they are measured, and one table at the end."""

import argparse
import asyncio
import sys
import traceback
from pathlib import Path

from tests.bench import (
    bulk_bench,
    idle_bench,
    import_bench,
    list_bench,
    login_bench,
    mail_bench,
    request_bench,
    socket_bench,
)
from tests.bench.report import Row, print_table, write_document
from tests.bench.system import Servers, database_server

JOBS = {
    "bulk": bulk_bench.run,
    "idle": idle_bench.run,
    "import": import_bench.run,
    "list": list_bench.run,
    "login": login_bench.run,
    "mail": mail_bench.run,
    "requests": request_bench.run,
    "sockets": socket_bench.run,
}
DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", choices=sorted(JOBS), action="append", help="measure this alone (may be repeated)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each side is measured; the median counts")
    parser.add_argument("--write", action="store_true", help=f"keep the table in {DOCUMENT.name}")
    arguments = parser.parse_args()
    rows: list[Row] = []
    failed: dict[str, str] = {}
    with database_server() as servers:
        for name in arguments.only or JOBS:
            try:
                asyncio.run(_measure(name, servers, rounds=arguments.rounds, rows=rows))
            except Exception as error:  # noqa: BLE001 - it costs no other job
                traceback.print_exc()
                failed[name] = repr(error)
    print_table(rows)
    if arguments.write and not failed:
        write_document(rows, path=DOCUMENT)
    for name, reason in failed.items():
        print(f"FAILED: {name}: {reason}", file=sys.stderr)
    return 1 if failed else 0


async def _measure(name: str, servers: Servers, *, rounds: int, rows: list[Row]) -> None:
    """Appends to `rows`, so that a job which fails later keeps its first rows."""
    print(f"{name} …", flush=True)
    async for row in JOBS[name](servers, rounds=rounds):
        print("  " + " | ".join(filter(None, row.cells)), flush=True)
        rows.append(row)


if __name__ == "__main__":
    sys.exit(main())
