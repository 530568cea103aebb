"""The fixtures of all tests, imported from tests/fixtures/, and the order of the run."""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Generator
from typing import Final

import hypothesis
import pytest
import structlog
import uvloop

from server.platform.configuration.settings import Settings
from tests.fixtures.tasks import end_tasks

pytest_plugins = [
    "tests.fixtures.one_day",
    "tests.fixtures.servers",
    "tests.fixtures.services",
    "tests.fixtures.app",
    "tests.fixtures.commands",
    "tests.fixtures.deployment",
    "tests.fixtures.people",
    "tests.fixtures.live_server",
    "tests.fixtures.loop_lag",
    "tests.fixtures.odd_routes",
    "tests.fixtures.sign_in",
    "tests.fixtures.factors",
    "tests.fixtures.sign_up",
    "tests.fixtures.reset",
    "tests.fixtures.mail_server",
    "tests.fixtures.http_endpoint",
    "tests.fixtures.sftp_server",
    "tests.fixtures.outbox",
    "tests.fixtures.worker_process",
    "tests.fixtures.lanes",
    "tests.fixtures.cluster",
    "tests.fixtures.imports",
    "tests.fixtures.import_calls",
    "tests.fixtures.user_list",
    "tests.fixtures.search",
    "tests.fixtures.user_calls",
    "tests.fixtures.key_calls",
    "tests.fixtures.policy_calls",
    "tests.fixtures.batch_calls",
    "tests.fixtures.field_calls",
    "tests.fixtures.training_calls",
    "tests.fixtures.interview_calls",
    "tests.fixtures.placement_calls",
    "tests.fixtures.bulk_calls",
    "tests.fixtures.email_changes",
    "tests.fixtures.identity_provider",
    "tests.fixtures.dns_server",
    "tests.fixtures.provider_process",
    "tests.fixtures.invitation_links",
    "tests.fixtures.texted",
    "tests.fixtures.large_company",
    "tests.fixtures.neighbour",
    "tests.fixtures.pgbouncer",
]

# Until all tests are collected nothing becomes garbage: a quarter of that time would be spent looking for it.
gc.disable()

# The loop of the deployed processes, which takes less time than Python's. From 3.14 on policies are deprecated.
if sys.version_info < (3, 14):
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

# Python's own, 700, costs a test run an eighth of its time.
GARBAGE_THRESHOLD: Final = 20_000

# Settings that a developer has exported for `make run` must not reach a test.
for name in (*Settings.model_fields, "SECRET_KEYS"):
    os.environ.pop(name.upper(), None)

# structlog's default shows the variables of each frame, which takes a third of a second.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.set_exc_info,
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)

# No deadline: the time of one example depends on the machine. `print_blob`: a failure can be repeated.
# The same examples in every run, so that a red run is the change's doing; `--hypothesis-profile=explore` looks further.
hypothesis.settings.register_profile("waymark", deadline=None, print_blob=True, derandomize=True, max_examples=50)
hypothesis.settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1000)
hypothesis.settings.load_profile("waymark")


@pytest.fixture(autouse=True)
async def no_task_left() -> AsyncIterator[None]:
    """What a test has left running ends with it, though the event loop goes on."""
    before = asyncio.all_tasks()
    yield
    await end_tasks(asyncio.all_tasks() - before - {asyncio.current_task()})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--run-chaos", action="store_true", help="run the whole fault matrix, not only its quick rows")
    parser.addoption("--seed", type=int, help="the seed of an earlier chaos or fuzz run, to repeat it")
    parser.addoption("--run-timings", action="store_true", help="compare the times of requests, on a quiet machine")
    parser.addoption("--run-long", action="store_true", help="run every case, not only the first of its kind")
    parser.addoption("--fuzz-cases", type=int, default=0, help="how many generated calls are made; 0 for a few")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests come first, so that no worker is left alone with one at the end."""
    targets = (
        ("chaos", "--run-chaos", "chaos"),
        ("fuzz", "--fuzz-cases", "fuzz"),
        ("timing", "--run-timings", "timings"),
        ("long", "--run-long", "long"),
    )
    for marker, option, target in targets:
        if config.getoption(option):
            continue
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=f"make {target} runs it"))

    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze imported objects: garbage collection need not traverse them again."""
    collected = yield
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.enable()
    return collected


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
    made = [value for each in reports for name, value in each.user_properties if name == "fuzz cases"]
    if made:
        terminalreporter.write_line(f"fuzz: {sum(made):,} generated calls")
