"""A workbook of 150,000 people from its upload to the preview, against the same rows as CSV."""

import csv
import io
import random
import time
import zipfile
from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

import httpx2

from tests.bench.client import signed_in, watch, watching
from tests.bench.people import HEADER
from tests.bench.report import Row, ratio_row
from tests.bench.system import Servers, System, fresh_database, running_system

ROWS: Final = 150_000
ROUNDS: Final = 2
MOST_TIMES: Final = 3

_SPREADSHEET: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPE}.sharedStrings+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_SPREADSHEET}" xmlns:r="{_OFFICE}">'
    '<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
}


async def workbook(servers: Servers, *, template: str) -> Row:
    plain, book = [], []
    async with (
        fresh_database(servers, template=template) as url,
        running_system(servers, database_url=url) as system,
        signed_in(system) as client,
    ):
        for seed in range(ROUNDS):
            content = _short_rows(seed)
            plain.append(await _preview(system, client, ("people.csv", content)))
            book.append(await _preview(system, client, ("people.xlsx", as_xlsx(content))))
    return ratio_row(
        f"{ROWS:,} people as XLSX, upload → preview ready / as CSV", ours=book, baseline=plain, limit=MOST_TIMES
    )


def _short_rows(seed: int) -> bytes:
    """So many rows fit into the largest file only where they are short."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for number in chance.sample(range(ROWS), ROWS):
        born = f"{chance.randint(1, 12)}/{chance.randint(1, 28)}/{chance.randint(1960, 2005)}"
        writer.writerow((f"P{number}", f"{number}@ex.in", f"98{number:08d}", born, "Male", "Goa", "TRAINEE", "TRAINEE"))
    return out.getvalue().encode()


async def _preview(system: System, client: httpx2.AsyncClient, file: tuple[str, bytes]) -> float:
    token = client.headers["Authorization"].removeprefix("Bearer ")
    async with watching(system, token=token) as (socket, watcher):
        begun = time.perf_counter()
        answer = await client.post("/users/imports", files={"file": file})
        answer.raise_for_status()
        await watch(socket, watcher, answer.json()["id"])
        return await watcher.until("ready") - begun


def as_xlsx(content: bytes) -> bytes:
    """One sheet with the rows of a CSV file, every cell a shared string, as spreadsheet programs write text."""
    places: dict[str, int] = {}
    rows = _rows(csv.reader(io.StringIO(content.decode())), places)
    sheet = f'<worksheet xmlns="{_SPREADSHEET}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
    strings = "".join(f"<si><t>{escape(text)}</t></si>" for text in places)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in _PARTS.items():
            archive.writestr(name, part)
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{_SPREADSHEET}">{strings}</sst>')
    return out.getvalue()


def _rows(rows: Iterable[list[str]], places: dict[str, int]) -> Iterable[str]:
    for line, row in enumerate(rows, start=1):
        cells = "".join(
            f'<c r="{column}{line}" t="s"><v>{places.setdefault(cell, len(places))}</v></c>'
            for column, cell in zip("ABCDEFGH", row, strict=True)
        )
        yield f'<row r="{line}">{cells}</row>'
