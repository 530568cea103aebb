"""`make run` on this machine: from the command to a page that can be used; without a Chromium, to the page's files."""

import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Final

import httpx2
from playwright.sync_api import Browser
from playwright.sync_api import Error as BrowserError

from deploy.local.programs import Program, last_lines
from tests.bench.report import Row
from tests.bench.system import PROJECT, Servers
from tests.browser.chromium import running_chromium
from tests.fixtures.web_process import free_port

MOST_SECONDS: Final = 10.0
# The first run may install, build, and make the demo company.
PATIENCE_SECONDS: Final = 300.0
END_SECONDS: Final = 60.0
PAUSE_SECONDS: Final = 0.05
# Of the bench's own `make` and servers: a run by hand has none of these.
NOT_PASSED_ON: Final = re.compile("MAKE.*|MFLAGS|(MIGRATION_)?DATABASE_URL|REDIS_URL|SECRET_KEYS|APP_ENV|HOST|DEMO")
SCRIPT: Final = re.compile(r"/assets/[^\s\"]+\.(?:js|css)")

# Whether the login page at this address can be used.
Look = Callable[[str], bool]


async def run(_servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """The servers of the bench are not used: it starts its own."""
    until, seconds = await asyncio.to_thread(_measure, rounds)
    taken = median(seconds)
    yield Row(job=f"make run, second time → {until}", ours=f"{taken:.1f} s", value=taken, limit=MOST_SECONDS, unit=" s")


def _measure(rounds: int) -> tuple[str, list[float]]:
    """What was waited for, and how long in each round."""
    with _data_dir() as data_dir, ExitStack() as at_the_end:
        look: Look = _fetch
        until = "its files fetched"
        with suppress(BrowserError):
            browser = at_the_end.enter_context(running_chromium())
            until, look = "login page drawn", _drawn_in(browser)
        _start(data_dir, look)
        return until, [_start(data_dir, look) for _ in range(rounds)]


@contextmanager
def _data_dir() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="waymark-bench-run-"))
    try:
        yield folder
    finally:
        # Where root's folders are closed to others, Postgres' files lie elsewhere, behind a link.
        shutil.rmtree((folder / "postgres").resolve(), ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def _start(data_dir: Path, look: Look) -> float:
    """Seconds from the command to the page; everything has ended afterwards."""
    port, log = free_port(), data_dir / "make.log"
    kept = {name: value for name, value in os.environ.items() if not NOT_PASSED_ON.fullmatch(name)}
    environment = {**kept, "PORT": str(port), "DATA_DIR": str(data_dir)}
    # Ends with this process, however it ends.
    program = Program(
        name="make", argv=("make", "run"), environment=environment, folder=PROJECT, log=log, grace=END_SECONDS
    )
    begun = time.perf_counter()
    make = program.start()
    try:
        while not look(f"http://127.0.0.1:{port}"):
            if make.poll() is not None or time.perf_counter() - begun > PATIENCE_SECONDS:
                raise RuntimeError(f"make run showed no page. The end of its output:\n{last_lines(log)}")
            time.sleep(PAUSE_SECONDS)
        return time.perf_counter() - begun
    finally:
        program.stop(make)


def _drawn_in(browser: Browser) -> Look:
    """In a browser that has never been there."""

    def look(url: str) -> bool:
        context = browser.new_context()
        try:
            page = context.new_page()
            page.goto(f"{url}/login")
            # The outline in the document has no field that is named.
            page.get_by_label("Email").wait_for()
        except BrowserError:
            return False
        finally:
            context.close()
        return True

    return look


def _fetch(url: str) -> bool:
    try:
        with httpx2.Client(base_url=url) as client:
            if client.get("/health").json().get("status") != "ok":
                return False
            page = client.get("/login")
            return all(client.get(script).is_success for script in SCRIPT.findall(page.text))
    except httpx2.TransportError:
        return False
