"""`make bench`: every job beside its baseline."""

import sys
from typing import Final

from tests.bench import (
    browser_bench,
    bulk_bench,
    idle_bench,
    import_bench,
    list_bench,
    login_bench,
    mail_bench,
    request_bench,
    socket_bench,
    start_bench,
)
from tests.bench.runner import Job, run_jobs

JOBS: Final[dict[str, Job]] = {
    "import": import_bench.run,
    "bulk": bulk_bench.run,
    "list": list_bench.run,
    "login": login_bench.run,
    "mail": mail_bench.run,
    "requests": request_bench.run,
    "sockets": socket_bench.run,
    "idle": idle_bench.run,
    "start": start_bench.run,
    "browser": browser_bench.run,
}

if __name__ == "__main__":
    sys.exit(run_jobs(JOBS, program="tests.bench", about=__doc__ or ""))
