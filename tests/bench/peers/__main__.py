"""`make bench-peers`: other products beside Waymark; tests/bench/peers/__init__.py says what is compared."""

import sys
from functools import partial
from typing import Final

from tests.bench.peers import better_auth, browser_bench, directus_bench, kolibri
from tests.bench.peers.ours import Ours
from tests.bench.runner import Job, run_jobs

OURS: Final = Ours()
PEERS: Final[dict[str, Job]] = {
    "directus": partial(directus_bench.run, ours=OURS),
    "kolibri": partial(kolibri.run, ours=OURS),
    "better-auth": partial(better_auth.run, ours=OURS),
    "directus-in-a-browser": partial(browser_bench.run, ours=OURS),
}

if __name__ == "__main__":
    sys.exit(run_jobs(PEERS, program="tests.bench.peers", about=__doc__ or ""))
