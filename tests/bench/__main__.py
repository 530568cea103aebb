"""`make bench`: every job beside its bare baseline, in turns, and one table at the end."""

import argparse
import asyncio
import sys
from pathlib import Path

from tests.bench import import_bench, list_bench, login_bench, mail_bench, request_bench, socket_bench
from tests.bench.report import Row, print_table, write_document
from tests.bench.system import database_server

JOBS = {
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
    with database_server() as server:
        for name in arguments.only or JOBS:
            rows += asyncio.run(JOBS[name](server, rounds=arguments.rounds))
    print_table(rows)
    if arguments.write:
        write_document(rows, path=DOCUMENT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
