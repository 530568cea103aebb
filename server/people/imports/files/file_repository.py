"""The files of imports and how they are read, and the fields that companies have chosen for their headings."""

import hashlib
import json
import struct
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from sqlalchemy import insert

from server.people.account.account_rules import Editor
from server.people.imports.files.layout import REASON_HEADER, ROW_HEADER, FieldMap, Remembered
from server.people.imports.files.read_table import Reading
from server.people.imports.repository import Import, check_anew
from server.people.imports.tables import imports
from server.platform.database.connections import Connection
from server.platform.http.spooled_file import PIECE_BYTES, SpooledFile, spool
from server.vocabulary.identity import Actor
from server.vocabulary.profiles import covered_by, covering

# https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
_COPY_BEGIN: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_COLUMNS: Final = struct.Struct("!h")
_COPY_LENGTH: Final = struct.Struct("!i")

_ADDED: Final = {ROW_HEADER.casefold(), REASON_HEADER}


async def insert_import(
    connection: Connection,
    reading: Reading,
    *,
    content: SpooledFile,
    digest: bytes,
    file_name: str,
    by: Actor | Editor,
) -> UUID:
    """Store a file with how it is read. `digest` is the SHA-256 of its bytes."""
    inserted = insert(imports).values(
        company_id=by.company_id,
        uploaded_by=by.user_id,
        uploader_profile=by.profile,
        file_name=file_name,
        content_digest=digest,
        **reading.stored(),
    )
    import_id: UUID = await connection.fetch_value(inserted.returning(imports.c.id))
    await connection.raw.copy_to_table(
        "import_files",
        columns=("import_id", "content", "converted"),
        source=_copied(import_id, content, reading.table.converted),
        format="binary",
    )
    return import_id


async def has_codes_of_others(connection: Connection, codes: Mapping[str, str], *, company_id: UUID) -> bool:
    """Whether people of the company have codes of a file that has them for other emails; `codes`: code → email."""
    # One text is sent in a tenth of the time of an array.
    query = r"""
        SELECT FROM unnest(string_to_array(:codes, E'\n'), string_to_array(:emails, E'\n')) AS given(code, email)
          JOIN users u ON u.company_id = :company_id AND u.code = given.code
         WHERE given.email <> '' AND u.email IS DISTINCT FROM given.email LIMIT 1
    """
    values = {"codes": "\n".join(codes), "emails": "\n".join(codes.values())}
    return await connection.has_row(query, company_id=company_id, **values)


async def count_accounts(connection: Connection, people: Sequence[tuple[str, str]], *, company_id: UUID) -> int:
    """Count those of these emails and codes that are of people of the company."""
    query = """
        SELECT count(*) FROM unnest(CAST(:emails AS text[]), CAST(:codes AS text[])) AS given(email, code)
         WHERE EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.email = given.email)
            OR EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.code = given.code)
    """
    emails, codes = [email for email, _ in people], [code for _, code in people]
    count: int = await connection.fetch_value(query, company_id=company_id, emails=emails, codes=codes)
    return count


async def _copied(import_id: UUID, content: SpooledFile, converted: bytes | None) -> AsyncIterator[bytes]:
    """One row in the binary format of COPY, in pieces: as a parameter, ten megabytes hold the event loop for 18 ms."""
    yield _COPY_BEGIN + _COPY_COLUMNS.pack(3) + _COPY_LENGTH.pack(len(import_id.bytes)) + import_id.bytes
    yield _COPY_LENGTH.pack(content.size)
    async for piece in content.pieces():
        yield piece
    yield _COPY_LENGTH.pack(-1 if converted is None else len(converted))
    for begin in range(0, len(converted or b""), PIECE_BYTES):
        yield (converted or b"")[begin : begin + PIECE_BYTES]
    yield _COPY_COLUMNS.pack(-1)


async def read_anew(connection: Connection, found: Import, reading: Reading) -> None:
    """The file is read in another way from now on: checked again, or back to `mapping`."""
    deleted = await connection.fetch_value(
        "SELECT count(*) FROM import_rows WHERE import_id = :import_id AND status = 'deleted'", import_id=found.id
    )
    total_rows = reading.survey.total_rows - deleted
    await check_anew(connection, found, **{**reading.stored(), "total_rows": total_rows})
    await connection.execute(
        "UPDATE import_files SET converted = :converted WHERE import_id = :import_id"
        " AND converted IS DISTINCT FROM :converted",
        import_id=found.id,
        converted=reading.table.converted,
    )


async def read_content(connection: Connection, *, import_id: UUID) -> bytes:
    """The text that is read: the file, or the sheet of a workbook as CSV."""
    content: bytes = await connection.fetch_value(
        "SELECT COALESCE(converted, content) FROM import_files WHERE import_id = :import_id", import_id=import_id
    )
    return content


async def has_file(connection: Connection, *, import_id: UUID) -> bool:
    """False where it was removed, because it held a person who was erased."""
    return await connection.has_row("SELECT FROM import_files WHERE import_id = :import_id", import_id=import_id)


async def spool_content(connection: Connection, *, import_id: UUID, original: bool = False) -> SpooledFile:
    """Copy the text that is read, or the `original` file, to disk. The caller closes it."""
    column = "content" if original else "COALESCE(converted, content)"

    async def pieces() -> AsyncIterator[bytes]:
        place = 1
        while piece := await connection.fetch_value(
            f"SELECT substring({column} FROM :place FOR :size) FROM import_files WHERE import_id = :import_id",  # noqa: S608 - constants
            import_id=import_id,
            place=place,
            size=PIECE_BYTES,
        ):
            yield piece
            place += len(piece)

    return await spool(pieces())


async def find_remembered(connection: Connection, *, actor: Actor, header: Sequence[str]) -> Remembered | None:
    """Find what the company chose for this header before, with or without the columns that failed rows get.

    It is trusted where its author is active and may create all that the caller may.
    """
    query = """
        SELECT l.fields, jsonb_build_object('by', l.chosen_by, 'at', l.chosen_at) AS choice,
               COALESCE(u.is_active AND u.profile = ANY(CAST(:trusted AS text[])), false) AS is_trusted
          FROM import_layouts l LEFT JOIN users u ON u.company_id = l.company_id AND u.id = l.chosen_by
         WHERE l.company_id = :company_id AND l.header_digest = :header_digest
    """
    found = await connection.fetch_record(
        Remembered,
        query,
        company_id=actor.company_id,
        header_digest=header_digest(header),
        trusted=covering(actor.profile),
    )
    fields = None if found is None else found.fields.for_later_files().fitted(len(header))
    return None if found is None or fields is None else replace(found, fields=fields)


async def remember(connection: Connection, fields: FieldMap, *, actor: Actor, header: Sequence[str]) -> None:
    """Remember a choice, unless an active colleague has made one who may create more than the caller."""
    query = """
        INSERT INTO import_layouts (company_id, header_digest, fields, chosen_by)
        VALUES (:company_id, :header_digest, CAST(:fields AS jsonb), :chosen_by)
        ON CONFLICT (company_id, header_digest) DO UPDATE
           SET fields = excluded.fields, chosen_by = excluded.chosen_by, chosen_at = now()
         WHERE NOT EXISTS (SELECT FROM users u
                            WHERE u.company_id = :company_id AND u.id = import_layouts.chosen_by AND u.is_active
                              AND u.profile <> ALL(CAST(:covered AS text[])))
    """
    await connection.execute(
        query,
        company_id=actor.company_id,
        header_digest=header_digest(header),
        fields=fields.for_later_files().stored(),
        chosen_by=actor.user_id,
        covered=covered_by(actor.profile),
    )


def header_digest(header: Sequence[str]) -> bytes:
    """The same for a file and for its failed rows."""
    headings = [heading.strip().casefold() for heading in header]
    while headings and headings[-1] in _ADDED:
        headings.pop()
    return hashlib.sha256(json.dumps(headings, ensure_ascii=False).encode()).digest()
