"""Runs another product's programs."""

import asyncio
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx2

from tests.bench.peers.packages import PeerError

COMMAND_SECONDS: Final = 300
START_SECONDS: Final = 90
STOP_SECONDS: Final = 15


async def run_program(command: Sequence[str], *, environment: Mapping[str, str], folder: Path) -> str:
    """What it printed. Raises PeerError where it fails or takes too long."""
    process = await asyncio.create_subprocess_exec(*command, env=environment, cwd=folder, stdout=PIPE, stderr=STDOUT)
    try:
        async with asyncio.timeout(COMMAND_SECONDS):
            printed, _ = await process.communicate()
    except TimeoutError as error:
        process.kill()
        await process.wait()
        raise PeerError(f"{command[-1]} took more than {COMMAND_SECONDS} seconds") from error
    if process.returncode != 0:
        raise PeerError(f"{' '.join(command[-3:])} failed:\n{printed.decode()[-2000:]}")
    return printed.decode()


@asynccontextmanager
async def running_program(
    command: Sequence[str], *, environment: Mapping[str, str], folder: Path, log: Path, url: str
) -> AsyncIterator[None]:
    """Until `url` answers. Raises PeerError where it ends or takes too long."""
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, cwd=folder, stdout=output, stderr=STDOUT
        )
        try:
            if not await _answers(url, process=process):
                printed = await asyncio.to_thread(log.read_text)
                raise PeerError(f"it does not answer at {url}:\n{printed[-2000:]}")
            yield
        finally:
            if process.returncode is None:
                process.terminate()
                try:
                    async with asyncio.timeout(STOP_SECONDS):
                        await process.wait()
                except TimeoutError:
                    process.kill()
                    await process.wait()


async def _answers(url: str, *, process: asyncio.subprocess.Process) -> bool:
    """Once it has started; not where it ends instead, or takes too long."""
    try:
        async with asyncio.timeout(START_SECONDS), httpx2.AsyncClient() as client:
            while process.returncode is None:
                try:
                    if (await client.get(url)).is_success:
                        return True
                except httpx2.TransportError:
                    pass
                await asyncio.sleep(0.1)
    except TimeoutError:
        pass
    return False
