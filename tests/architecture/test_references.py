"""S32: no row of a company can name another company's row, or is listed here with a reason."""

from typing import Final

import pytest

from server.platform.database.connections import Database

BY_ITS_PARENT: Final = "It has no company of its own, and this is the only row that gives it one"
WITH_ITS_FLOW: Final = "Written with a flow of the connection's company; what reads it names the company of both"

# References to a company's table without the company in the key.
WITHOUT_COMPANY: Final[dict[str, str]] = {
    "import_edits.import_id": BY_ITS_PARENT,
    "import_files.import_id": BY_ITS_PARENT,
    "import_missing.import_id": BY_ITS_PARENT,
    "import_updates.import_id": BY_ITS_PARENT,
    "refresh_tokens.session_id": BY_ITS_PARENT,
    "signups.flow_id": BY_ITS_PARENT,
    "sso_sessions.connection_id": WITH_ITS_FLOW,
    "sso_sessions.flow_id": WITH_ITS_FLOW,
    "sso_sessions.session_id": WITH_ITS_FLOW,
}
# Ids without a foreign key that no trigger checks either.
UNCHECKED: Final[dict[str, str]] = {
    "announcements.rung_to": "How far a publication has come among its own recipients, who may be deleted meanwhile",
    "audit_entries.work_id": "Nothing reads more of it than whether an entry has one",
    "audit_redactions.entry_id": "Goes with the seal; check-audit compares them",
    "audit_seals.chain": "Outlives what it seals, so that a removal is seen; check-audit compares them",
    "audit_seals.entry_id": "Outlives what it seals, so that a removal is seen; check-audit compares them",
    "bulk_rows.job_id": BY_ITS_PARENT,
    "bulk_rows.user_id": "As it was selected: an id that the company does not have stays without a name",
    "captured_messages.import_id": "Development only, and of no company",
    "captured_messages.logo_id": "Development only, and of no company",
    "captured_messages.message_id": "Development only, and of no company",
    "companies.founded_by": "An invitation of the operator, which is in no table: its link is signed",
    "signups.founded_by": "Copied into the company; see there",
    "field_keys.user_id": "A trigger of the person's values writes it, and it goes with the person",
    "flows.handle": "A random number, or the flow's own account, which has a key",
    "import_rows.account_id": "Written with an account that the same statement found in the import's company",
    "import_problems.import_id": BY_ITS_PARENT,
    "import_rows.import_id": BY_ITS_PARENT,
    "import_missing.user_id": "Of the import's company, and found in it again before anything is done",
    "import_updates.user_id": "Of the import's company; it outlives the account, as the row does",
    "people_search.user_id": "A trigger of the account writes it; no more than that is inserted",
    "shared_codes.message_id": "Read with its company, and copied into flows, where a trigger compares them",
    "stage_entries.left_to": "Written by the move, with the stage that the same statement enters, which has a key",
    "stage_entries.work_id": "Read with its company, for the name of who has started the job",
    "work_chunks.work_id": BY_ITS_PARENT,
    "import_rows.user_id": "Made with the row, for an account that does not exist yet",
}
KEYS: Final = """
    SELECT c.conrelid::regclass::text AS from_table, c.confrelid::regclass::text AS to_table,
           ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = ANY(c.conkey)
                 ORDER BY array_position(c.conkey, attnum)) AS columns
      FROM pg_constraint c WHERE c.contype = 'f'
"""
IDS: Final = """
    SELECT c.relname || '.' || a.attname AS place, c.relname::text AS table, a.attname::text AS column
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'uuid'::regtype
       AND a.attname <> 'id' AND NOT a.attisdropped
"""
TRIGGERS: Final = """
    SELECT t.tgrelid::regclass::text AS table, p.prosrc || encode(t.tgargs, 'escape') AS source
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.prosrc LIKE '%foreign_key_violation%' AND t.tgtype & 4 = 4
"""


async def rows_of(database: Database, query: str) -> list[dict[str, object]]:
    async with database.reading() as connection:
        return [dict(row) for row in await connection.raw.fetch(query)]


async def owned_tables(database: Database) -> set[object]:
    query = "SELECT table_name FROM information_schema.columns WHERE column_name = 'company_id'"
    return {row["table_name"] for row in await rows_of(database, query)}


@pytest.mark.security("S32")
async def test_a_key_between_tables_of_companies_holds_the_company(database: Database) -> None:
    owned = await owned_tables(database)
    bare = {
        f"{key['from_table']}.{columns[0]}"
        for key in await rows_of(database, KEYS)
        if key["to_table"] in owned and isinstance(columns := key["columns"], list) and columns[0] != "company_id"
    }

    assert bare == WITHOUT_COMPANY.keys()
    assert {place.partition(".")[0] for place in bare} & owned == set(), "its company and that of its parent may differ"


@pytest.mark.security("S32")
async def test_an_id_without_a_key_is_checked_by_a_trigger(database: Database) -> None:
    keyed = {
        (key["from_table"], column)
        for key in await rows_of(database, KEYS)
        for column in (key["columns"] if isinstance(key["columns"], list) else ())
    }
    triggers = await rows_of(database, TRIGGERS)
    unchecked = {
        str(found["place"])
        for found in await rows_of(database, IDS)
        if (found["table"], found["column"]) not in keyed
        and found["column"] != "company_id"
        and not any(t["table"] == found["table"] and str(found["column"]) in str(t["source"]) for t in triggers)
    }

    assert unchecked == UNCHECKED.keys()
