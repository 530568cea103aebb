"""S43: any call of the OpenAPI document, with any input and by any caller, gets an answer that the document has."""

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from tests.architecture.source import PROJECT
from tests.fixtures.fuzz_desk import CALLERS, FuzzDesk
from tests.fixtures.http_endpoint import HttpEndpoint
from tests.fixtures.imports import Offices
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import Company, SignIn

CHECKS: Final = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES: Final = 10

# Phases, examples for each operation, seed; returns the number of calls.
Schemathesis: TypeAlias = Callable[..., Awaitable[int]]


@pytest.fixture
def schemathesis(
    server: LiveServer,
    sign_in: SignIn,
    offices: Offices,
    company: Company,
    *,
    http_endpoint: HttpEndpoint,
    tmp_path: Path,
) -> Schemathesis:
    http_endpoint.reply = FuzzDesk(offices=offices, sign_in=sign_in, company=company).reply

    async def run(*callers: str, phases: str, examples: int, seed: int) -> int:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--url", server.url),
            *("--phases", phases, "--max-examples", str(examples), "--seed", str(seed), "--checks", CHECKS),
            *("--continue-on-failure", "--no-color", "--warnings", "off"),
            *("--generation-database", "none", "--generation-with-security-parameters", "false"),
            cwd=tmp_path,
            env=os.environ
            | {
                "PYTHONPATH": str(PROJECT),
                "SCHEMATHESIS_HOOKS": "tests.fixtures.fuzz_hooks",
                "FUZZ_CALLERS": ",".join(callers),
                "FUZZ_DESK": f"http://{http_endpoint.host}",
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output = (await process.communicate())[0].decode()
        assert process.returncode == 0, output
        made = re.search(r"(\d+) generated", output)
        assert made, output
        return int(made[1])

    return run


@pytest.mark.security("S43")
@pytest.mark.slow
@pytest.mark.settings(rate_limit_scale=10_000, otp_cooldown=0)
async def test_every_operation_is_called_by_every_caller(schemathesis: Schemathesis) -> None:
    assert await schemathesis(*CALLERS, phases="fuzzing", examples=1, seed=1) > 50


@pytest.mark.security("S43")
@pytest.mark.fuzz
@pytest.mark.settings(rate_limit_scale=1_000_000, otp_cooldown=0)
@pytest.mark.parametrize("caller", CALLERS)
async def test_thousands_of_calls_by_each_caller(
    schemathesis: Schemathesis, request: pytest.FixtureRequest, caller: str
) -> None:
    """The boundaries of every schema, then random values and chains of calls until the number is reached."""
    number = request.config.getoption("--fuzz-cases") / len(CALLERS)
    seed = request.config.getoption("--seed") or 1
    made = await schemathesis(caller, phases="coverage", examples=1, seed=seed)
    while made < number:
        seed += 1
        made += await schemathesis(caller, phases="fuzzing,stateful", examples=EXAMPLES, seed=seed)
    request.node.user_properties.append(("fuzz cases", made))
