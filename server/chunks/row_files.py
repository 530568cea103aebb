"""Files of rows, written as they are read: a batch at a time, in a thread. Their length costs no memory."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

from server.csv_cells import BYTE_ORDER_MARK, safe_csv

BATCH_ROWS: Final = 2_500
# Of a process: several at once would keep the interpreter's lock from the event loop. Their batches take turns.
WRITER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="results")

Rows: TypeAlias = Iterable[Sequence[str]]


async def as_csv(batches: AsyncIterator[Rows]) -> AsyncIterator[bytes]:
    """UTF-8 with a BOM, so that a spreadsheet reads it as what it is."""
    loop = asyncio.get_running_loop()
    yield BYTE_ORDER_MARK.encode()
    async for rows in batches:
        yield (await loop.run_in_executor(WRITER, safe_csv, rows)).encode()
