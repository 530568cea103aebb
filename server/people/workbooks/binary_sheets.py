"""Rows and columns that are hidden in sheets of binary workbooks: XLS ([MS-XLS]) and XLSB ([MS-XLSB]).

The library that reads the cells does not say what is hidden. This runs in the process of `process.py`, whose limits
end what costs too much. Both formats are a sequence of records, each with its kind and its length; all but a few kinds
are passed over. A file that is built in another way raises LookupError, ValueError or struct.error.
"""

import struct
from collections.abc import Iterator
from typing import Final

# Records of XLS.
XLS_ROW: Final = 0x0208
XLS_COLUMNS: Final = 0x007D
XLS_SHEET: Final = 0x0085
XLS_BEGIN: Final = 0x0809
XLS_PASSWORD: Final = 0x002F
XLS_END: Final = 0x000A
# Records of XLSB, and in its workbook.
XLSB_ROW: Final = 0
XLSB_COLUMNS: Final = 60
XLSB_SHEET: Final = 156

_XLS_ROW_HIDDEN: Final = 0x20
_XLSB_ROW_HIDDEN: Final = 0x10
_COLUMN_HIDDEN: Final = 0x01
# Sectors of a compound document, and their first numbers that mean an end or nothing.
_LAST_SECTOR: Final = 0xFFFFFFFA
_SECTORS_IN_HEADER: Final = 109
_SECTOR_SIZES: Final = (512, 4_096)
_ENTRY: Final = 128
_CONTINUES: Final = 0x80
_BITS: Final = 0x7F
_LONGEST_LENGTH: Final = 28
_LAST_COLUMN: Final = 16_383


# Lines, from 1, and columns, from 0.
HiddenPlaces = tuple[set[int], set[int]]


def hidden_in_xls(content: bytes, place: int) -> HiddenPlaces:
    """`place` is the one of the sheet in the workbook, from 0."""
    stream = _CompoundDocument(content).stream("Workbook")
    sheets = [start for kind, start in _xls_records(stream, 0) if kind == XLS_SHEET]
    (begin,) = struct.unpack_from("<I", stream, sheets[place])
    rows, columns = set[int](), set[int]()
    for kind, start in _xls_records(stream, begin):
        if kind == XLS_ROW:
            if stream[start + 12] & _XLS_ROW_HIDDEN:
                rows.add(int.from_bytes(stream[start : start + 2], "little") + 1)
        elif kind == XLS_COLUMNS and stream[start + 8] & _COLUMN_HIDDEN:
            first, last = struct.unpack_from("<HH", stream, start)
            columns.update(range(first, last + 1))
    return rows, columns


def has_password(content: bytes) -> bool:
    """Whether what follows in the workbook of an XLS file is encrypted."""
    return any(kind == XLS_PASSWORD for kind, _ in _xls_records(_CompoundDocument(content).stream("Workbook"), 0))


def _xls_records(stream: bytes, begin: int) -> Iterator[tuple[int, int]]:
    """(kind, start) of the records of the part that begins there, without those of charts inside of it."""
    read, depth, place = struct.Struct("<HH").unpack_from, 0, begin
    while place + 4 <= len(stream):
        kind, length = read(stream, place)
        depth += (kind == XLS_BEGIN) - (kind == XLS_END)
        if depth < 1:
            return
        if depth == 1:
            yield kind, place + 4
        place += 4 + length


class _CompoundDocument:
    """Streams in sectors ([MS-CFB]): a table says which sector follows each, and a list which sectors are the table."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._size = 1 << struct.unpack_from("<H", content, 30)[0]
        if self._size not in _SECTOR_SIZES:
            raise ValueError(self._size)
        tables, self._entries = struct.unpack_from("<II", content, 44)
        (self._smallest,) = struct.unpack_from("<I", content, 56)
        (following,) = struct.unpack_from("<I", content, 68)
        numbers = list(struct.unpack_from(f"<{_SECTORS_IN_HEADER}I", content, 76))
        while following < _LAST_SECTOR and len(numbers) < tables:
            *more, following = self._numbers(following)
            numbers += more
        self._following = [each for number in numbers[:tables] for each in self._numbers(number)]

    def stream(self, name: str) -> bytes:
        """The bytes of the stream. A smaller one, as no workbook of people is, is kept in another way."""
        entries = self._chain(self._entries)
        for start in range(0, len(entries), _ENTRY):
            (length,) = struct.unpack_from("<H", entries, start + 64)
            if entries[start : start + max(length - 2, 0)] == name.encode("utf-16-le"):
                begin, size = struct.unpack_from("<II", entries, start + 116)
                if size < self._smallest:
                    raise ValueError(size)
                return self._chain(begin)[:size]
        raise LookupError(name)

    def _sector(self, number: int) -> bytes:
        return self._content[(number + 1) * self._size : (number + 2) * self._size]

    def _numbers(self, number: int) -> tuple[int, ...]:
        return struct.unpack(f"<{self._size // 4}I", self._sector(number))

    def _chain(self, number: int) -> bytes:
        pieces = list[bytes]()
        while number < _LAST_SECTOR and len(pieces) <= len(self._following):
            pieces.append(self._sector(number))
            number = self._following[number]
        return b"".join(pieces)


def hidden_in_xlsb(part: bytes) -> HiddenPlaces:
    rows, columns = set[int](), set[int]()
    for kind, start in _xlsb_records(part):
        if kind == XLSB_ROW:
            if part[start + 11] & _XLSB_ROW_HIDDEN:
                rows.add(int.from_bytes(part[start : start + 4], "little") + 1)
        elif kind == XLSB_COLUMNS and part[start + 16] & _COLUMN_HIDDEN:
            first, last = struct.unpack_from("<II", part, start)
            columns.update(range(first, min(last, _LAST_COLUMN) + 1))
    return rows, columns


def relation_of_sheet(book: bytes, place: int) -> str:
    """The name of the relationship of a sheet in the workbook of an XLSB file; `place` counts from 0."""
    sheets = [start for kind, start in _xlsb_records(book) if kind == XLSB_SHEET]
    begin = sheets[place] + 12
    (length,) = struct.unpack_from("<I", book, begin - 4)
    return book[begin : begin + 2 * length].decode("utf-16-le")


def _xlsb_records(part: bytes) -> Iterator[tuple[int, int]]:
    """(kind, start) of the records. A kind takes up to two bytes and a length up to four, of seven bits each."""
    place = 0
    while place < len(part):
        kind = part[place]
        place += 1
        if kind & _CONTINUES:
            kind = kind & _BITS | (part[place] & _BITS) << 7
            place += 1
        length, shift = part[place], 7
        place += 1
        while length >> shift & 1 and shift < _LONGEST_LENGTH:
            length = length & (1 << shift) - 1 | part[place] << shift
            shift += 7
            place += 1
        yield kind, place
        place += length
