"""Whatever is sent to any call of the document, no answer is a mistake of ours and none is undeclared."""

import asyncio
import sys
from pathlib import Path

import pytest

from server.users.profiles import Profile
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.mark.slow
@pytest.mark.settings(rate_limit_scale=10_000)
async def test_fuzzed_calls_get_declared_answers(server: LiveServer, sign_in: SignIn, tmp_path: Path) -> None:
    person = await sign_in(Profile.SUPER_ADMIN)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--url", server.url),
        *("--header", f"Authorization: Bearer {person.token}", "--checks", CHECKS, "--max-examples", "3", "--no-color"),
        # They would end the session that the other calls need.
        *("--exclude-path-regex", "logout|sessions"),
        # Every boundary of every schema; random bodies on top would only repeat it.
        *("--phases", "coverage"),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
