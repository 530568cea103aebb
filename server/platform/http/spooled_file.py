"""A file of a caller that waits on disk instead of in memory."""

import hashlib
import io
import os
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from structlog import get_logger
from typing_extensions import override

from server.platform.errors import UnavailableError
from server.platform.process.threads import in_thread

PIECE_BYTES: Final = 256 * 1024

logger = get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class SpooledFile:
    """`size` bytes of a temporary file, which has no name and is gone once it is closed.

    Its methods read the disk: those that are no coroutines are not to be called in the event loop.
    """

    file: BinaryIO
    begin: int
    size: int

    def read(self, size: int | None = None, *, begin: int = 0) -> bytes:
        """Read at most `size` bytes, counted from the beginning of this file. The temporary file keeps its position."""
        left = self.size - begin
        return os.pread(self.file.fileno(), left if size is None else min(size, left), self.begin + begin)

    def open(self) -> io.BufferedReader:
        """The content as a stream of its own."""
        return io.BufferedReader(_Stream(self), PIECE_BYTES)

    async def pieces(self) -> AsyncIterator[bytes]:
        """Read the content piece by piece, beside the event loop."""
        for place in range(0, self.size, PIECE_BYTES):
            yield await in_thread(self.read, PIECE_BYTES, begin=place)

    def digest(self) -> bytes:
        """SHA-256 of the content."""
        with self.open() as stream:
            return hashlib.file_digest(stream, "sha256").digest()

    def close(self) -> None:
        self.file.close()


class _Stream(io.RawIOBase):
    def __init__(self, content: SpooledFile) -> None:
        self._content, self._place = content, 0

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override] # wider than what is given
        piece = self._content.read(len(buffer), begin=self._place)
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


async def spool(pieces: AsyncIterable[bytes]) -> SpooledFile:
    """Write the pieces to disk as they come. The caller closes the file. Raises UnavailableError: the disk is full."""
    with ExitStack() as stack:
        file = stack.enter_context(TemporaryFile())
        waiting = bytearray()
        async for piece in pieces:
            waiting += piece
            if len(waiting) >= PIECE_BYTES:
                await in_thread(_write, file, waiting)
                waiting = bytearray()
        await in_thread(_write, file, waiting)
        stack.pop_all()
    return SpooledFile(file=file, begin=0, size=file.tell())


def _write(file: BinaryIO, piece: bytearray) -> None:
    try:
        file.write(piece)
        file.flush()
    except OSError as error:
        logger.error("spool_failed", error=str(error))  # noqa: TRY400 - no defect of the code
        raise UnavailableError from error
