"""Clients that are generated from the OpenAPI document, by the commands and programs of docs/api.md."""

import asyncio
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.fixtures.key_calls import PEOPLE, KeyDesk
from tests.fixtures.live_server import LiveServer

PROJECT: Final = Path(__file__).parents[3]
MODULES: Final = PROJECT / "client" / "node_modules"
PAGE: Final = (PROJECT / "docs" / "api.md").read_text()


def block(language: str, *, holds: str = "") -> str:
    blocks: list[str] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    [found] = [each for each in blocks if holds in each]
    return found


async def run(*command: str, folder: Path, path: str = "", **environment: str) -> str:
    """What it prints. It ends well and without a word of warning."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={"PATH": f"{path}:{os.environ['PATH']}", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    text = output.decode()
    assert process.returncode == 0, text
    assert "warning" not in text.lower(), text
    return text


async def used(server: LiveServer, key_desk: KeyDesk) -> dict[str, str]:
    """The environment of a program that has a key."""
    _, caller = await key_desk.make(scopes=list(PEOPLE))
    assert caller.token is not None
    return {"WAYMARK_URL": server.url, "WAYMARK_KEY": caller.token}


@pytest.mark.slow
async def test_a_client_in_python_is_generated_and_used(server: LiveServer, key_desk: KeyDesk, tmp_path: Path) -> None:
    shutil.copy(PROJECT / "client" / "openapi.json", tmp_path)
    shutil.copy(PROJECT / "docs" / "openapi-python-client.yaml", tmp_path)
    [_, command] = block("sh", holds="openapi-python-client").splitlines()
    scripts = str(Path(sys.executable).parent)
    await run(*shlex.split(command), "--fail-on-warning", folder=tmp_path, path=scripts)
    (tmp_path / "people.py").write_text(block("python"))

    output = await run(sys.executable, "people.py", folder=tmp_path, **await used(server, key_desk))

    assert output.splitlines() == [
        "3 people on 2 pages",
        "validation_failed {'phone': 'Please enter a valid phone number'}",
    ]


@pytest.mark.slow
async def test_a_client_in_typescript_is_generated_and_used(
    server: LiveServer, key_desk: KeyDesk, tmp_path: Path
) -> None:
    shutil.copy(PROJECT / "client" / "openapi.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(MODULES)
    (tmp_path / "people.ts").write_text(block("ts"))
    folder = (await run(str(PROJECT / "deploy" / "scripts" / "node"), folder=PROJECT)).strip()
    path = f"{folder}:{MODULES / '.bin'}"
    [_, generate, last] = block("sh", holds="oazapfts").splitlines()
    await run(*shlex.split(generate)[1:], folder=tmp_path, path=path)
    compiled, program = map(shlex.split, last.split(" && "))
    await run(*compiled[1:], folder=tmp_path, path=path)

    environment = await used(server, key_desk)
    for _ in range(2):  # By its Idempotency-Keys it makes no person twice.
        output = await run(*program, folder=tmp_path, path=path, **environment)
        assert output.splitlines() == [
            "3 people on 2 pages",
            "validation_failed { phone: 'Please enter a valid phone number' }",
        ]
